// The examples, which the bundle of the playground holds as texts.

declare module '*.layout' {
  const text: string;
  export default text;
}
declare module '*.cpp' {
  const text: string;
  export default text;
}
declare module '*.cu' {
  const text: string;
  export default text;
}
declare module '*.py' {
  const text: string;
  export default text;
}
