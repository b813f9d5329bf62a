// The pages of the site in the order in which a reader meets them.

interface Group {
  readonly title: string;
  /** Files of the project. */
  readonly files: readonly string[];
}

const lesson = (name: string): string => `examples/learn/${name}.layout`;
const doc = (name: string): string => `docs/${name}.md`;

export const GROUPS: readonly Group[] = [
  { title: 'Begin', files: ['README.md', doc('playground'), doc('glossary')] },
  {
    title: 'Learn',
    files: [
      '1-layouts',
      '2-composition',
      '3-complement-and-inverse',
      '4-divide-and-product',
      '5-swizzles',
      '6-threads-and-values',
      '7-linear-layouts',
      '8-relations',
      '9-lego',
    ].map(lesson),
  },
  {
    title: 'In the editor',
    files: ['commands', 'rules', 'parameters', 'headers', 'precise', 'panel', 'gallery', 'editors'].map(doc),
  },
  {
    title: 'Notations and systems',
    files: ['notation', 'functions', 'emit', 'triton', 'lego', 'relations'].map(doc),
  },
  {
    title: 'The project',
    files: [doc('ci'), doc('architecture'), 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  },
];

/** Where the page of a file is, without its ending. */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'index';
  const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
  return file.startsWith('examples/') ? `learn/${name}` : name.toLowerCase();
}
