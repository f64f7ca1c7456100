const name = "item";
/** The greatest seq that the database can store. */
const maxSeq = 2_147_483_647;

/** The seq of the item that an address asks for; null for none. */
export function itemIn(search: { get: (name: string) => string | null }): number | null {
  const seq = Number(search.get(name));
  return Number.isInteger(seq) && seq > 0 && seq <= maxSeq ? seq : null;
}

/** An address with another item, or without one (null). */
export function addressWithItem(path: string, search: URLSearchParams, seq: number | null): string {
  const params = new URLSearchParams(search);
  if (seq === null) params.delete(name);
  else params.set(name, String(seq));
  return params.size > 0 ? `${path}?${params}` : path;
}
