; Attributes and types of MLIR in which literals stand, behind highlights.scm.

(attribute_name) @attribute
(attribute_alias name: (attribute_name) @constant)
(attribute_entry value: (attribute_name) @constant)
(attribute_entry name: (identifier) @property)
(type_name) @type
(attribute ["<" ">"] @punctuation.bracket)
(mlir_type ["<" ">" "\""] @punctuation.bracket)
