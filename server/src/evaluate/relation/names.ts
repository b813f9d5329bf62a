// Functions of relations as completion tells them.

interface RelationName {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
}

export const RELATION_NAMES: readonly RelationName[] = [
  {
    name: 'relation',
    signature: '(L, flat | natural | bits | shape) or (expression, i=8, …)',
    doc: 'The layout mapping as an integer set relation, in the coordinates named, flat ones unless said otherwise (document 000, 3.3); of a chain that of its view, of an index expression that of its variables.',
  },
  {
    name: 'coordinate_mapping',
    signature: '(L or shape)',
    doc: 'One integer to the coordinates of the modes (document 000, 3.2).',
  },
  {
    name: 'index_mapping',
    signature: '(L)',
    doc: 'The coordinates of the modes to the offset (document 000, 3.2).',
  },
  {
    name: 'equal',
    signature: '(a, b)',
    doc: 'Whether two layouts, relations or sets are the same, with the smallest counterexample.',
  },
  { name: 'inverse', signature: '(R)', doc: 'Outputs to inputs.' },
  { name: 'compose', signature: '(R, S)', doc: 'R first, then S; `S o R` is the same.' },
  { name: 'domain', signature: '(R)', doc: 'The set of inputs.' },
  { name: 'range', signature: '(R)', doc: 'The set of outputs.' },
  { name: 'image', signature: '(R, S)', doc: 'The outputs for the inputs in a set.' },
  { name: 'preimage', signature: '(R, S)', doc: 'The inputs with an output in a set.' },
  { name: 'restrict', signature: '(R, S)', doc: 'The relation for the inputs in a set.' },
  { name: 'union', signature: '(A, B)', doc: 'What is in one of two sets or relations.' },
  { name: 'intersect', signature: '(A, B)', doc: 'What is in both of two sets or relations.' },
  { name: 'subtract', signature: '(A, B)', doc: 'What is in the first alone.' },
  { name: 'lexmin', signature: '(S)', doc: 'The smallest point, the first coordinate counting most.' },
  { name: 'lexmax', signature: '(S)', doc: 'The largest point.' },
  { name: 'gaps', signature: '(L)', doc: 'The integers below the largest offset that are no offset.' },
  { name: 'overlaps', signature: '(L)', doc: 'Pairs of coordinates with one offset.' },
  {
    name: 'in_bounds',
    signature: '(A, B)',
    doc: 'The coordinates of B at which A o B stays in the domain of A: the guard of the composition.',
  },
  { name: 'is_subset', signature: '(A, B)', doc: 'Whether all of a set or relation is in another.' },
  { name: 'is_empty', signature: '(A)', doc: 'Whether nothing is in a set or relation.' },
  { name: 'is_single_valued', signature: '(R)', doc: 'Whether no input has two outputs.' },
  {
    name: 'is_bijective',
    signature: '(R)',
    doc: 'Whether no input has two outputs, and no output two inputs.',
  },
  {
    name: 'layout_from_mapping',
    signature: '(R, shape)',
    doc: 'The layout of a shape with a layout mapping (document 000, Algorithm 2).',
  },
  {
    name: 'layout_from_strides',
    signature: '(R, strides)',
    doc: 'The layout of these strides with a layout mapping (document 000, Algorithm 3).',
  },
  {
    name: 'relation_composition',
    signature: '(G, F)',
    doc: 'Composition through relations: refuses where CuTe would extend G (document 000, Algorithm 4).',
  },
  {
    name: 'relation_complement',
    signature: '(L, size)',
    doc: 'Complement through relations: fills gaps as far as repeating goes (document 000, Algorithm 5).',
  },
  { name: 'relation_inverse', signature: '(L)', doc: 'Inverse of a bijection (document 000, Algorithm 6).' },
  {
    name: 'relation_left_inverse',
    signature: '(L)',
    doc: 'Left inverse through relations (document 000, 3.7.3).',
  },
  {
    name: 'relation_right_inverse',
    signature: '(L)',
    doc: 'Right inverse through relations (document 000, 3.7.3).',
  },
];
