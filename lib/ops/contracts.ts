import { readdirSync } from "node:fs";
import type { Contract } from "@/lib/kernel/contract";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && ["method", "path", "access", "output"].every((part) => part in value);

const folders = readdirSync("lib", { recursive: true, encoding: "utf8" }).flatMap((file) =>
  file.endsWith("/contract.ts") ? file.slice(0, -"/contract.ts".length) : [],
);

async function contractsIn(folder: string): Promise<Record<string, Contract>> {
  const exported = (await import(`../${folder}/contract.ts`)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(exported).flatMap(([name, value]) => (isContract(value) ? [[name, value]] : [])));
}

const found = await Promise.all(folders.sort().map(async (folder) => [folder, await contractsIn(folder)] as const));

/** Every contract of the product, by the folder of its noun in `lib` and by its name. */
export const contractsByFolder = new Map(found.filter(([, named]) => Object.keys(named).length > 0));

export const contracts: Contract[] = [...contractsByFolder.values()].flatMap((named) => Object.values(named));
