// Which options of a compile command are handed to the compiler: those that say what the text means. Whatever loads or
// runs something (-fplugin, -wrapper, -B, -specs, -ccbin, -Xcompiler, @file) or writes something is left out, because
// nobody has named it here.

/** Where a relative path of a command begins. */
type Resolve = (path: string) => string;

const FOLDER_OPTIONS = ['-isystem', '-iquote', '-idirafter', '-I'];
const STANDARD = /^--?std=(?:c|gnu)\+\+\w{2}$/;
const DEFINITION = /^[A-Za-z_]\w*(?:\([^()]*\))?(?:=[\s\S]*)?$/;
/** Of nvcc: what the device is, and what of the language is on. */
const OF_NVCC =
  /^(?:--expt-relaxed-constexpr|--expt-extended-lambda|--extended-lambda|(?:-arch|--gpu-architecture)=[\w-]+)$/;

export type CompilerKind = 'gcc' | 'clang' | 'nvcc';

/** What a compiler is by its name. */
export function kindOfCompiler(compiler: string): CompilerKind {
  const name = compiler.replace(/^.*[\\/]/, '').toLowerCase();
  return name.includes('nvcc') ? 'nvcc' : name.includes('clang') ? 'clang' : 'gcc';
}

/** The options of a command that are let through, each as one word, with the paths made whole. */
export function allowedOptions(
  words: readonly string[],
  kind: CompilerKind,
  resolve: Resolve,
): readonly string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const folder = FOLDER_OPTIONS.find((option) => word.startsWith(option));
    const macro = /^-([DU])/.exec(word)?.[1];
    if (folder !== undefined) {
      const path = word === folder ? words[++i] : word.slice(folder.length).replace(/^=/, '');
      if (path === undefined || path === '' || /^[-@]/.test(path)) continue;
      // nvcc separates paths by commas.
      const paths = kind === 'nvcc' ? path.split(',') : [path];
      for (const one of paths) found.push(...folderOption(folder, resolve(one), kind));
    } else if (macro !== undefined) {
      const text = word.length === 2 ? words[++i] : word.slice(2);
      if (text !== undefined && DEFINITION.test(text)) found.push(`-${macro}${text}`);
    } else if (STANDARD.test(word)) found.push(word.replace(/^--/, '-'));
    else if (word === '--std' || word === '-std') {
      const standard = `-std=${words[++i]}`;
      if (STANDARD.test(standard)) found.push(standard);
    } else if (kind === 'nvcc' && OF_NVCC.test(word)) found.push(word);
    else if (kind === 'nvcc' && (word === '-arch' || word === '--gpu-architecture')) {
      const arch = `-arch=${words[++i]}`;
      if (OF_NVCC.test(arch)) found.push(arch);
    }
  }
  return found;
}

/** nvcc has no folders for quoted includes alone. */
export const folderOption = (option: string, folder: string, kind: CompilerKind): readonly string[] =>
  kind === 'nvcc' && option !== '-isystem' ? [`-I${folder}`] : [option, folder];

export const DEFAULT_STANDARD = '-std=c++17';

export const hasStandard = (options: readonly string[]): boolean =>
  options.some((word) => STANDARD.test(word));
