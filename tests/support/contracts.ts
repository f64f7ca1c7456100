import type { Contract } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { contracts } from "@/lib/ops/contracts";

// All of them, so that a new one is tested at once.
export { contracts };

export const writes = ({ method }: Contract): boolean => method !== "GET";

export const titleOf = ({ method, path }: Contract): string => `${method} ${path.replace("/api/w/{workspace}", "")}`;

/** The path with its values filled in; without `/api/w/{workspace}` for contracts of a session. */
export const pathOf = ({ path }: Contract, values: Record<string, string>): string =>
  path.replace("/api/w/{workspace}", "").replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));

/** A new id for each value that a path of the contracts has. */
export const newIds = (): Record<string, string> =>
  Object.fromEntries(contracts.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, newId()])));
