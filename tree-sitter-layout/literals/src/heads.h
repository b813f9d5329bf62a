// The words with which literals begin.
#ifndef LAYOUT_LITERALS_HEADS_H
#define LAYOUT_LITERALS_HEADS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Longer words are none of ours.
enum { WORD_LENGTH = 40 };

typedef struct {
  char text[WORD_LENGTH + 1];
  // More than WORD_LENGTH of a longer word.
  uint32_t length;
} Word;

// What a word says of what it heads.
typedef enum {
  // Nothing.
  PLAIN,
  // With a number in its brackets it is a literal.
  STRONG,
  // It is one if there is another literal in its brackets: composition is a word of prose, too.
  WEAK,
  // Int<4>{}: a literal if it is constructed.
  CONSTANT,
  // S<3,4,3>: a literal if it has just three integers.
  SWIZZLE,
} Head;

typedef struct {
  const char *word;
  // The bracket behind the word.
  char bracket;
  Head head;
} HeadWord;

// Sorted by the word, in the order of strcmp, then by the bracket.
static const HeadWord HEADS[] = {
  {"AMDMFMALayout", '(', STRONG},
  {"AMDWMMALayout", '(', STRONG},
  {"ArithTuple", '(', WEAK},
  {"BlockedLayout", '(', STRONG},
  {"C", '<', CONSTANT},
  {"CoalescedLayout", '(', STRONG},
  {"ComposedLayout", '<', STRONG},
  {"Coord", '<', STRONG},
  {"DistributedLinearLayout", '(', STRONG},
  {"DotOperandLayout", '(', STRONG},
  {"ExpandBy", '(', STRONG},
  {"GroupBy", '(', STRONG},
  {"Int", '<', CONSTANT},
  {"Layout", '(', STRONG},
  {"Layout", '<', STRONG},
  {"LinearLayout", '(', STRONG},
  {"NVMMADistributedLayout", '(', STRONG},
  {"NVMMASharedLayout", '(', STRONG},
  {"OrderBy", '(', STRONG},
  {"PaddedSharedLayout", '(', STRONG},
  {"S", '<', SWIZZLE},
  {"Shape", '<', STRONG},
  {"SharedLinearLayout", '(', STRONG},
  {"SliceLayout", '(', STRONG},
  {"Step", '<', STRONG},
  {"Stride", '<', STRONG},
  {"Sw", '<', SWIZZLE},
  {"SwizzledSharedLayout", '(', STRONG},
  {"Swizzle", '(', STRONG},
  {"Swizzle", '<', SWIZZLE},
  {"TensorMemoryLayout", '(', STRONG},
  {"Tile", '<', STRONG},
  {"TileBy", '(', STRONG},
  {"TileOrderBy", '(', STRONG},
  {"blocked_product", '(', WEAK},
  {"coalesce", '(', WEAK},
  {"complement", '(', WEAK},
  {"composition", '(', WEAK},
  {"cosize", '(', WEAK},
  {"downcast", '(', WEAK},
  {"downcast", '<', WEAK},
  {"filter", '(', WEAK},
  {"filter_zeros", '(', WEAK},
  {"flat_divide", '(', WEAK},
  {"flat_product", '(', WEAK},
  {"flatten", '(', WEAK},
  {"get", '<', WEAK},
  {"group_modes", '(', WEAK},
  {"group_modes", '<', WEAK},
  {"left_inverse", '(', WEAK},
  {"logical_divide", '(', WEAK},
  {"logical_product", '(', WEAK},
  {"make_composed_layout", '(', STRONG},
  {"make_coord", '(', STRONG},
  {"make_identity_layout", '(', STRONG},
  {"make_layout", '(', STRONG},
  {"make_ordered_layout", '(', STRONG},
  {"make_shape", '(', STRONG},
  {"make_step", '(', STRONG},
  {"make_stride", '(', STRONG},
  {"make_swizzle", '(', STRONG},
  {"make_tile", '(', STRONG},
  {"raked_product", '(', WEAK},
  {"recast_layout", '(', WEAK},
  {"recast_layout", '<', WEAK},
  {"right_inverse", '(', WEAK},
  {"select", '(', WEAK},
  {"select", '<', WEAK},
  {"shape", '(', WEAK},
  {"size", '(', WEAK},
  {"size", '<', WEAK},
  {"stride", '(', WEAK},
  {"take", '(', WEAK},
  {"take", '<', WEAK},
  {"tile_to_shape", '(', WEAK},
  {"tiled_divide", '(', WEAK},
  {"tiled_product", '(', WEAK},
  {"upcast", '(', WEAK},
  {"upcast", '<', WEAK},
  {"zipped_divide", '(', WEAK},
  {"zipped_product", '(', WEAK},
};

static Head head_of(const Word *word, int32_t bracket) {
  uint32_t low = 0;
  uint32_t high = sizeof(HEADS) / sizeof(HEADS[0]);
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    const int order = strcmp(HEADS[middle].word, word->text);
    if (order == 0 && HEADS[middle].bracket == bracket) return HEADS[middle].head;
    if (order < 0 || (order == 0 && HEADS[middle].bracket < bracket)) low = middle + 1;
    else high = middle;
  }
  return PLAIN;
}

static bool is_one_of(const Word *word, const char *const words[], uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (strcmp(words[i], word->text) == 0) return true;
  }
  return false;
}

// `cute` of `cute::make_layout` and of `cute.make_layout`, before a colon or a dot
static bool is_module(const Word *word, int32_t next) {
  static const char *const MODULES[] = {"cute", "cutlass", "gl", "gluon", "pycute", "ttgl"};
  if (next == ':') return strcmp(word->text, "cute") == 0;
  return next == '.' && is_one_of(word, MODULES, sizeof(MODULES) / sizeof(MODULES[0]));
}

// `ttg` of `#ttg.blocked<{…}>`
static bool is_dialect(const Word *word) {
  static const char *const DIALECTS[] = {"gluon", "triton_gpu", "triton_nvidia_gpu", "ttg", "ttng"};
  return is_one_of(word, DIALECTS, sizeof(DIALECTS) / sizeof(DIALECTS[0]));
}

#endif
