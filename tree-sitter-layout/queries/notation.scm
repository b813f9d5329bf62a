; Statements of the text notation, behind highlights.scm.

(assignment left: (call function: (identifier) @function))
(assignment left: (call arguments: (arguments (identifier) @variable.parameter)))

(basis_image dimension: (identifier) @property)
(unit_dimension dimension: (identifier) @property)
(out_dimension dimension: (identifier) @property)

(modifier) @keyword
["size" "is a size 1 dimension" "where out dims are:"] @keyword
"->" @operator

(relation) @string.special
