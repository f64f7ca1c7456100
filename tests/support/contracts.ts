import { readdirSync } from "node:fs";
import type { Contract } from "@/lib/kernel/contract";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && ["method", "path", "access", "output"].every((part) => part in value);

async function contractsOf(file: string): Promise<Contract[]> {
  const exported = (await import(`../../lib/${file}`)) as Record<string, unknown>;
  return Object.values(exported).filter(isContract);
}

const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/contract.ts"));

/** Every contract of the product, so that a new one is tested at once. */
export const contracts: Contract[] = (await Promise.all(files.map(contractsOf))).flat();

export const writes = ({ method }: Contract): boolean => method !== "GET";

export const titleOf = ({ method, path }: Contract): string => `${method} ${path.replace("/api/w/{workspace}", "")}`;

/** The path with its values filled in; without `/api/w/{workspace}` for contracts of a session. */
export const pathOf = ({ path }: Contract, values: Record<string, string>): string =>
  path.replace("/api/w/{workspace}", "").replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
