// Hands the parsers to the tree-sitter package of Node: external values with the type tag by which
// that package knows a language.

#include <node_api.h>
#include <stdbool.h>

typedef struct TSLanguage TSLanguage;

extern const TSLanguage *tree_sitter_layout(void);
extern const TSLanguage *tree_sitter_layout_literals(void);

static const napi_type_tag LANGUAGE_TYPE_TAG = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};

// exports.KEY = { name, language }
static bool add(napi_env env, napi_value exports, const char *key, const char *text, const TSLanguage *parser) {
  napi_value entry;
  napi_value name;
  napi_value language;
  return napi_create_object(env, &entry) == napi_ok &&
         napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &name) == napi_ok &&
         napi_create_external(env, (void *)parser, NULL, NULL, &language) == napi_ok &&
         napi_type_tag_object(env, language, &LANGUAGE_TYPE_TAG) == napi_ok &&
         napi_set_named_property(env, entry, "name", name) == napi_ok &&
         napi_set_named_property(env, entry, "language", language) == napi_ok &&
         napi_set_named_property(env, exports, key, entry) == napi_ok;
}

NAPI_MODULE_INIT() {
  const bool made = add(env, exports, "layout", "layout", tree_sitter_layout()) &&
                    add(env, exports, "literals", "layout_literals", tree_sitter_layout_literals());
  if (!made) napi_throw_error(env, NULL, "the layout parsers could not be handed to tree-sitter");
  return exports;
}
