/**
 * By default PostgreSQL compiles a statement at each execution when the estimate of its cost is high. For our long statements this takes
 * many times as long as running them.
 */
const forAll = { jit: "off" };

/**
 * The address of a database, with settings that hold for each connection that is opened with it. Settings that it has already stay: the
 * driver would ignore those that are given beside it.
 */
export function connectionStringWith(address: string, settings: Record<string, string> = {}): string {
  const url = new URL(address);
  const own = url.searchParams.get("options") ?? "";
  const given = Object.entries({ ...forAll, ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", [own, ...given].filter(Boolean).join(" "));
  return url.href;
}
