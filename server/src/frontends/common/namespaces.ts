// Paths of namespaces: `cutlass::gemm::kernel`.

/** Adds a namespace, and those around it: where one is known, so are all around it. */
export function addNamespace(namespaces: Set<string>, path: string): void {
  for (let rest = path; rest !== '' && !namespaces.has(rest); ) {
    namespaces.add(rest);
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('::')));
  }
}
