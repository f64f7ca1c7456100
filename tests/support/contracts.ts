import type { Contract } from "@/lib/kernel/contract";

// All of them, so that a new one is tested at once.
export { contracts } from "@/lib/ops/contracts";

export const writes = ({ method }: Contract): boolean => method !== "GET";

export const titleOf = ({ method, path }: Contract): string => `${method} ${path.replace("/api/w/{workspace}", "")}`;

/** The path with its values filled in; without `/api/w/{workspace}` for contracts of a session. */
export const pathOf = ({ path }: Contract, values: Record<string, string>): string =>
  path.replace("/api/w/{workspace}", "").replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
