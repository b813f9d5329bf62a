// Whether an expression may be worked out once more than the program does: it changes nothing, and costs little.

/** What is asked by these changes nothing. */
const QUESTIONS =
  /^(?:(?:is|has)(?:[A-Z]\w*)?|includes|startsWith|endsWith|get|test|at|some|every|find|findLast|indexOf|lastIndexOf|join|slice|trim|max|min|abs|typeof|Number|String|Boolean)$/;

/** By its text: without assignments, and without calls but those that only ask. */
export function isPure(text: string): boolean {
  const bare = text.replace(/'(?:[^'\\]|\\.)*'/g, "''").replace(/[=!]==?|<=|>=|=>/g, ' ~ ');
  if (/[=`]|\+\+|--|\/\/|\/\*|\b(?:await|yield|new|delete|function|async|throw)\b|[)\]]\s*\(/.test(bare))
    return false;
  return [...bare.matchAll(/([\w$]+)\s*\(/g)].every(([, called]) => QUESTIONS.test(called!));
}
