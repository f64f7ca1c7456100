/** What exists once per process lives on globalThis, because Next bundles a module more than once. */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`beside.${name}`);
  const house = globalThis as unknown as Record<symbol, T | undefined>;
  const found = house[key];
  if (found !== undefined) return found;
  const made = make();
  house[key] = made;
  return made;
}
