{
  "targets": [
    {
      "target_name": "tree_sitter_layout_binding",
      "sources": [
        "bindings/node/binding.c",
        "notation/src/parser.c",
        "notation/src/scanner.c",
        "literals/src/parser.c",
        "literals/src/scanner.c"
      ],
      "include_dirs": ["notation/src"],
      "conditions": [
        ["OS!='win'", { "cflags_c": ["-std=c11"] }, { "cflags_c": ["/std:c11", "/utf-8"] }]
      ]
    }
  ]
}
