; Comments may hold layout text and `layout-lens:` directives; to editors that know a grammar of
; comments, they are comments first.
((comment) @injection.content
  (#set! injection.language "comment"))
