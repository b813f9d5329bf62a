; What both grammars have: expressions.

(comment) @comment
(string) @string

(integer) @number
(mixed_bits) @number
(width) @number
(address) @number
(basis_element) @number
(binary_element) @number

(underscore) @variable.builtin
(dynamic "?" @variable.builtin)
(dynamic type: (identifier) @type.builtin)

(identifier) @variable
((identifier) @constant
  (#match? @constant "^_*[A-Z][A-Z0-9_]*$"))
((identifier) @constant.builtin
  (#match? @constant.builtin "^([Tt]rue|[Ff]alse|None)$"))

(template name: (identifier) @type)
(construct type: (identifier) @type)
(construct type: (qualified name: (identifier) @type))
(qualified scope: (identifier) @module)

(member name: (identifier) @property)
(call function: (identifier) @function.call)
(call function: (qualified name: (identifier) @function.call))
(call function: (member name: (identifier) @function.method.call))
(call function: (template name: (identifier) @function.call))
(call function: (qualified name: (template name: (identifier) @function.call)))

((template name: (identifier) @function.builtin)
  (#match? @function.builtin "^(Sw|S|Swizzle|swizzle)$"))

(keyword_argument name: (identifier) @variable.parameter)
(pointer space: (identifier) @function.builtin)
(pair key: (string) @property)

"div" @keyword
["o" "∘"] @keyword.operator

["=" "@" "+" "-" "*" "/" "%" "^" "&" "|" "~"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(template_arguments ["<" ">"] @punctuation.bracket)
(tiler ["<" ">"] @punctuation.bracket)
["," ";" "." "::"] @punctuation.delimiter
(layout ":" @punctuation.special)
(pair ":" @punctuation.delimiter)
