import { setFlagsFromString } from "node:v8";
import { Embedded } from "@/lib/platform/db/embedded";
import { forAWhile } from "./server";

let opened: Promise<Embedded> | undefined;

async function open(): Promise<Embedded> {
  for (const flag of forAWhile) setFlagsFromString(flag);
  const embedded = await Embedded.open();
  return Object.assign(embedded, { close: async () => {} });
}

/**
 * An empty database in memory. Making one takes longer than most of what is tried with it, so each worker makes one and empties
 * it: everything of Beside lies in the schema "public". To close it hands it back.
 */
export async function emptiedDatabase(): Promise<Embedded> {
  opened ??= open();
  const embedded = await opened;
  await embedded.query("drop schema public cascade; create schema public");
  await embedded.query("discard all");
  return embedded;
}
