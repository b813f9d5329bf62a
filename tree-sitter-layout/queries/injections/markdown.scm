; extends

; Layout literals, wherever they stand in the source. (The first line is for Neovim: what it has stays.)
((document) @injection.content
  (#set! injection.language "layout_literals")
  (#set! injection.include-children))
