/** Longer distances make other words of short names. */
const maxDistance = 2;

/** The field that was probably meant by a name that no field has; undefined when none is like it. */
export function likelyField(name: string, fields: readonly string[]): string | undefined {
  const plain = plainOf(name);
  const same = fields.find((field) => plainOf(field) === plain);
  if (same !== undefined) return same;
  const near = fields
    .map((field) => ({ field, distance: distanceOf(plain, plainOf(field)) }))
    .filter(({ field, distance }) => distance <= Math.min(maxDistance, Math.floor(field.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.field;
}

/** `user_id`, `User-ID` and `userid` are one name. */
const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** How many letters have to be added, removed or replaced. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
