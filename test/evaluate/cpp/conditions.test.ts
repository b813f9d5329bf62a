// `#if`: which branch is read, what is supposed for it, and what contradicts it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownText } from '../../../scripts/fuzz/shown.ts';
import { parameterLines } from '../../../server/src/features/hover/parameters.ts';
import { maskCpp } from '../../../server/src/syntax/cpp/mask.ts';
import { decide } from '../../../server/src/syntax/cpp/preprocessor-condition.ts';
import { openCpp, pick } from './support.ts';

const NOTHING = new Map();

test('what the file and the language say is certain', () => {
  const defined = new Map([
    ['TILE', { value: 64, suppositions: [] }],
    ['GONE', { value: false, suppositions: [] }],
    ['PLAIN', { value: true, suppositions: [] }],
  ]);
  for (const [condition, value] of [
    ['TILE == 64 && !defined(GONE)', true],
    ['defined PLAIN && (TILE / 3 > 20 || 0x10 == 16)', true],
    ['TILE % 5 != 4', false],
    ['GONE', false],
    ['__cplusplus >= 201402L', true],
    ['__cplusplus < 201103L', false],
    ['__cplusplus <= 201402L || __cplusplus == 199711L', false],
    ['__cplusplus > 201402L && __cplusplus != 199711L', true],
    ['1 ? 2 : 3', null],
    ['PLAIN == 1', null],
    ['__has_include(<cuda.h>)', null],
    ['__GNUC__ > 9', null],
    ['__cplusplus >= 202002L', null],
    ['__cplusplus < 202002L', null],
    ['__cplusplus > 201703L', null],
    ['__cplusplus / 100 == 2017', null],
  ] as const) {
    assert.deepEqual([condition, decide(condition, defined)], [condition, { value, suppositions: [] }]);
  }
});

test('what is supposed: a name that nothing defines, a GPU, the newer of two', () => {
  const texts = (condition: string): readonly string[] => {
    const { value, suppositions } = decide(condition, NOTHING);
    return [String(value), ...suppositions.map((s) => `${s.name} ${s.text}`)];
  };
  assert.deepEqual(texts('defined(LIB_DISABLE_MASK)'), ['false', 'LIB_DISABLE_MASK is not defined']);
  assert.deepEqual(texts('!defined LIB_ENABLE_MASK'), ['true', 'LIB_ENABLE_MASK is not defined']);
  // Who compares a name counts on somebody to define it.
  assert.deepEqual(texts('LIB_STAGES > 2'), ['null']);
  assert.deepEqual(texts('defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800'), [
    'true',
    '__CUDA_ARCH__ is defined',
    '__CUDA_ARCH__ ≥ 800',
  ]);
  assert.deepEqual(texts('__CUDA_ARCH__ < 900'), ['false', '__CUDA_ARCH__ ≥ 900']);
  assert.deepEqual(texts('defined(CUTE_ARCH_MMA_SM90A_ENABLED)'), [
    'true',
    'CUTE_ARCH_MMA_SM90A_ENABLED is defined',
  ]);
  // One side that is certain decides alone.
  assert.deepEqual(texts('1 || __CUDA_ARCH__ >= 800'), ['true']);
  assert.deepEqual(texts('0 && __GNUC__'), ['false']);
});

const kept = (source: string): string => maskCpp(source).text.replaceAll(/\s+/g, ' ').trim();

test('the branch that is chosen is read, the first where nothing is known', () => {
  assert.equal(kept('#ifdef LIB_DISABLE\nint a;\n#else\nint b;\n#endif'), 'int b;');
  assert.equal(kept('#if __GNUC__ > 9\nint a;\n#else\nint b;\n#endif'), 'int a;');
  assert.equal(kept('#if 0\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif'), 'int b;');
  assert.equal(kept('#if 0\nint a;\n#endif\nint z;'), 'int z;');
  assert.equal(
    kept('#define N 4\n#if N == 2\nint a;\n#elif N == 4\nint b;\n#else\nint c;\n#endif'),
    'int b;',
  );
  // Nothing else stands in its place.
  assert.equal(kept('#ifdef LIB_EXTRA\nint a;\n#endif\nint b;'), 'int a; int b;');
  // A long branch is not given up for a message.
  const long = `int kernel() { ${'f(); '.repeat(100)}}`;
  assert.equal(kept(`#ifdef LIB_GPU\n${long}\n#else\ntrap();\n#endif`), long);
  // A macro that a project leaves empty to switch something off is read as what it does.
  const cases = '#ifdef LIB_ENABLE_F16\n#define CASE(...) f(__VA_ARGS__);\n#else\n#define CASE(...)\n#endif';
  const {
    macros,
    conditionals: [region],
  } = maskCpp(cases);
  assert.deepEqual(
    [macros.length, cases.slice(macros[0]!.bodyStart, macros[0]!.bodyEnd)],
    [1, 'f(__VA_ARGS__);'],
  );
  assert.deepEqual(
    region!.suppositions!.map((s) => `${s.name} ${s.text}`),
    ['LIB_ENABLE_F16 is defined'],
  );
  assert.equal(maskCpp('#ifdef LIB_SMALL\n#define N 1\n#else\n#define N 2\n#endif').macros.length, 1);
  // A guard supposes nothing, and what stands in comments is no directive.
  assert.equal(
    kept(
      '#ifndef G\n#define G\n#define N 1\n#if N\nint a;\n/*\n#else\n*/\nint b;\n#else\nint c;\n#endif\n#endif',
    ),
    'int a; /* #else */ int b;',
  );
  assert.deepEqual(
    maskCpp('#ifndef G\n#define G\n#define N 1\n#if N\nint a;\n#else\nint c;\n#endif\n#endif').conditionals,
    [],
  );
});

const DEVICE = `using namespace cute;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define NEW_GPU
struct Traits { using Elem = cutlass::bfloat16_t; static constexpr int kStages = 2; };
#else
struct Traits { using Elem = float; static constexpr int kStages = 1; };
#endif
`;

test('device code has the values of the GPU that is supposed, and says so', async () => {
  const document = await openCpp(`${DEVICE}
    #ifdef NEW_GPU
    constexpr int kWidth = 8;
    #else
    constexpr int kWidth = 1;
    #endif
    using L = Layout<Shape<Int<Traits::kStages>, Int<kWidth>>>;`);
  const site = document.model.sites.find((s) => s.name === 'L')!;
  const { value, parameters } = document.model.evaluate(site);
  assert.equal(String((value as { name: string }).name.length > 0), 'true');
  assert.deepEqual(
    parameters.map((p) => `${p.name} ${p.value} (${p.source})`),
    ['__CUDA_ARCH__ is defined (supposed)', '__CUDA_ARCH__ ≥ 800 (supposed)'],
  );
  document.dispose();
});

test('what is only there for two different GPUs has no value', async () => {
  const source = `${DEVICE}
    #if __CUDA_ARCH__ == 750
    constexpr int kOld = 3;
    #else
    constexpr int kOld = 5;
    #endif
    using L = Layout<Int<Traits::kStages>>;
    using M = Layout<Int<kOld>>;
    using N = Layout<Shape<Int<kOld>, Int<Traits::kStages>>>;`;
  assert.deepEqual(await pick(source, ['L', 'M', 'N']), {
    L: '_2:_1',
    M: '_3:_1',
    N: 'unknown(conditional)',
  });
});

test('a default that the file gives a macro itself', async () => {
  const source = `using namespace cute;
    #ifndef LIB_STAGES
    #define LIB_STAGES 4
    #endif
    #if LIB_STAGES > 2
    constexpr int kDepth = LIB_STAGES;
    #else
    constexpr int kDepth = 1;
    #endif
    using L = Layout<Int<kDepth>>;`;
  assert.deepEqual(await pick(source, ['L']), { L: '_4:_1' });
});

test('words of the language are macros for older compilers alone', async () => {
  const source = (condition: string): string => `using namespace cute;
    #if ${condition}
    #define nullptr 0
    #define TILE 8
    #endif
    auto none = nullptr;
    using L = Layout<Int<TILE>>;`;
  const old = '(!defined(_MSC_VER) && (__cplusplus < 201103L)) || (defined(_MSC_VER) && (_MSC_VER < 1310))';
  for (const condition of [old, '__GNUC__ < 5'])
    assert.deepEqual(await pick(source(condition), ['none', 'L']), { none: 'ptr[?b]', L: '_8:_1' });
  assert.equal((await pick(source('1'), ['none']))['none'], '0');
});

test('a definition that is read contradicts the supposition', async () => {
  const source = (before: string, after: string): string => `using namespace cute;
    ${before}
    #ifdef LIB_WIDE
    constexpr int kWidth = 128;
    #else
    constexpr int kWidth = 64;
    #endif
    ${after}
    using L = Layout<Int<kWidth>>;`;
  assert.deepEqual(await pick(source('', ''), ['L']), { L: '_64:_1' });
  assert.deepEqual(await pick(source('', '#define LIB_WIDE'), ['L']), { L: '_64:_1' });
  assert.deepEqual(await pick(source('#define LIB_WIDE', ''), ['L']), { L: '_128:_1' });
  assert.deepEqual(await pick(source('#define LIB_WIDE\n#undef LIB_WIDE', ''), ['L']), { L: '_64:_1' });
  assert.deepEqual(await pick(source('#if __GNUC__\n#define LIB_WIDE\n#endif', ''), ['L']), {
    L: 'unknown(conditional)',
  });
});

test('what only a branch that is not read declares may hide what is declared around it', async () => {
  const found = await pick(
    `using namespace cute;
     constexpr int kN = 4;
     constexpr int kM = 5;
     constexpr int kP = 6;
     struct Tiles {
     #if SOMETHING(X)
       static constexpr int kQ = 3;
     #else
       static constexpr int kM = 7;
       static constexpr int kQ = 9;
     #endif
       using A = Layout<Int<kM>>;
       using B = Layout<Int<kP>>;
     };
     void first() {
     #if SOMETHING(X)
       constexpr int other = 1;
     #else
       constexpr int kN = 8;
       auto unused = kP + size(kP);
     #endif
       auto a = Int<kN>{};
       auto b = Int<kP>{};
       auto c = Int<kM>{};
       { constexpr int kN = 2; auto d = Int<kN>{}; }
     }
     void second() { auto e = Int<kN>{}; auto f = Tiles::A{}; auto g = Tiles::B{}; }
     void third() {
     #if __CUDA_ARCH__ >= 900
       constexpr int wide = 1;
     #else
       constexpr int kN = 8;
     #endif
       auto h = Int<kN>{};
     }`,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  );
  assert.deepEqual(found, {
    a: 'unknown(conditional)',
    b: '_6',
    c: '_5',
    d: '_2',
    e: '_4',
    f: 'unknown(conditional)',
    g: '_6:_1',
    h: '_4',
  });
});

test('a branch below a use hides nothing from it, however many statements are around', async () => {
  const statements = Array.from({ length: 20 }, (_, i) => `  int v${i} = ${i};`).join('\n');
  const source = `using namespace cute;
constexpr int kWide = 4;
void f() {
${statements}
  auto early = make_layout(Int<kWide>{});
#if SOMETHING(X)
  constexpr int other = 1;
#else
  constexpr int kWide = 8;
#endif
  auto late = make_layout(Int<kWide>{});
}
`;
  assert.deepEqual(await pick(source, ['early', 'late']), { early: '_4:_1', late: 'unknown(conditional)' });
});

test('host code has no values that are declared for the device alone, and hovers say where they are seen', async () => {
  const source = `using namespace cute;
    #ifdef __CUDA_ARCH__
    constexpr int kThreads = 32;
    #else
    constexpr int kThreads = 64;
    #endif
    using Threads = Layout<Int<kThreads>>;
    template <class L> __global__ void kernel(L l) { auto inKernel = Layout<Int<kThreads>>{}; }
    void launch() { auto beforeLaunch = Threads{}; kernel<<<1, 1>>>(Layout<_4>{}); }
    void device() { auto inDevice = Threads{}; }
    int main() { auto inMain = Threads{}; auto other = Layout<_4>{}; }`;
  assert.deepEqual(await pick(source, ['inKernel', 'beforeLaunch', 'inDevice', 'inMain', 'other']), {
    inKernel: '_32:_1',
    beforeLaunch: 'unknown(conditional)',
    inDevice: '_32:_1',
    inMain: 'unknown(conditional)',
    other: '_4:_1',
  });
  const document = await openCpp(source);
  const site = document.model.sites.find((s) => s.name === 'inDevice')!;
  assert.deepEqual(parameterLines(document.model.evaluate(site)), ['in device code (__CUDA_ARCH__ defined)']);
  document.dispose();
});

test('what another branch may define otherwise is not certain, however it is written there', async () => {
  const other = (name: string): Record<string, string> => ({
    [`constexpr int ${name} = 8;`]: 'plain',
    [`constexpr int ${name} /* of the host */ = 8;`]: 'a comment',
    [`constexpr int ${name} // of the host\n = 8;`]: 'a comment to the end of its line',
    [`constexpr int ${name}\\\n = 8;`]: 'two lines that are one',
    [`constexpr int kOther = 1, ${name}{8};`]: 'the second of two',
    [`enum { kOther, ${name} };`]: 'an enumerator',
    [`constexpr auto [kOther, ${name}] = pair(1, 8);`]: 'a structured binding',
    [`DECLARE(int, ${name}, 8)`]: 'a macro',
    [`struct ${name} : Base<8> {};`]: 'a class with a base',
    [`struct ${name} final : Base<8> {};`]: 'a final class',
    [`template <> struct ${name}<int> : Base<8> {};`]: 'a specialisation',
  });
  const read = {
    'constexpr int kN = 4;': 'kN',
    'enum { kN = 4 };': 'kN',
    'struct kN : Base<4> {};': 'kN::kM',
  };
  for (const [own, size] of Object.entries(read))
    for (const [text, how] of Object.entries(other('kN'))) {
      const shown = async (condition: string): Promise<string> => {
        const document = await openCpp(`using namespace cute;
template <int N> struct Base { static constexpr int kM = N; };
${condition}
${own}
#else
${text}
#endif
auto made = Layout<Int<${size}>>{};
`);
        const site = document.model.sites.find(({ name }) => name === 'made')!;
        const { value, parameters } = document.model.evaluate(site);
        document.dispose();
        return `${shownText(value)} ${parameters.map(({ name }) => name)}`;
      };
      assert.match(await shown('#if FEATURE(X)'), /unknown\(conditional\)/, `${own} ${how}`);
      assert.match(await shown('#ifdef __CUDA_ARCH__'), /_4:_1 .*__CUDA_ARCH__/, `${own} ${how}`);
    }
});

test('nothing rests on a macro that is defined and is not', async () => {
  const source = `using namespace cute;
    #ifdef LIB_ENABLE_F16
    #define ROWS(n) (n)
    #else
    #define ROWS(n)
    #endif
    #ifdef LIB_ENABLE_F16
    constexpr int kColumns = 8;
    #else
    constexpr int kColumns = 4;
    #endif
    using A = Layout<Shape<Int<ROWS(16)>, _4>>;
    using B = Layout<Shape<_4, Int<kColumns>>>;
    using C = Layout<Shape<Int<ROWS(16)>, Int<kColumns>>>;`;
  assert.deepEqual(await pick(source, ['A', 'B', 'C']), {
    A: '(_16,_4):(_1,_16)',
    B: '(_4,_4):(_1,_4)',
    C: 'unknown(conditional)',
  });
});
