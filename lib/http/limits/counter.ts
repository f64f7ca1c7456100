/** Counts by name what is under way in this process. A name without any is forgotten. */
export function counter(counts: () => Map<string, number>) {
  const of = (name: string): number => counts().get(name) ?? 0;
  return {
    of,
    /** Adds to each of the names. */
    add(names: readonly string[], change: number): void {
      for (const name of names) {
        const left = of(name) + change;
        if (left > 0) counts().set(name, left);
        else counts().delete(name);
      }
    },
  };
}
