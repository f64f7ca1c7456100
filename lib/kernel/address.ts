/** The values for the path and the query of an endpoint. */
export type AddressParts = { params?: Record<string, unknown>; query?: Record<string, unknown> };

/** The address of an endpoint with its parameters filled in. */
export function addressOf(path: string, { params = {}, query = {} }: AddressParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${params[name]}`));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, `${value}`);
  return search.size > 0 ? `${filled}?${search}` : filled;
}
