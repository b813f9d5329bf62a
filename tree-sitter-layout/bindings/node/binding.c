// Hands the parser to the tree-sitter package of Node: an external value with the type tag by which
// that package knows a language.

#include <node_api.h>

typedef struct TSLanguage TSLanguage;

extern const TSLanguage *tree_sitter_layout(void);

static const napi_type_tag LANGUAGE_TYPE_TAG = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};

NAPI_MODULE_INIT() {
  napi_value name;
  napi_value language;
  const bool made = napi_create_string_utf8(env, "layout", NAPI_AUTO_LENGTH, &name) == napi_ok &&
                    napi_create_external(env, (void *)tree_sitter_layout(), NULL, NULL, &language) == napi_ok &&
                    napi_type_tag_object(env, language, &LANGUAGE_TYPE_TAG) == napi_ok &&
                    napi_set_named_property(env, exports, "name", name) == napi_ok &&
                    napi_set_named_property(env, exports, "language", language) == napi_ok;
  if (!made) napi_throw_error(env, NULL, "the layout parser could not be handed to tree-sitter");
  return exports;
}
