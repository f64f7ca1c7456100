import { setFlagsFromString } from "node:v8";
import { Embedded } from "@/lib/platform/db/embedded";
import { shortLivedFlags } from "./server";

let opened: Promise<Embedded> | undefined;

async function open(): Promise<Embedded> {
  for (const flag of shortLivedFlags) setFlagsFromString(flag);
  const embedded = await Embedded.open();
  return Object.assign(embedded, { close: async () => {} });
}

/**
 * An empty database in memory. Creating one takes longer than most tests, so each worker creates one and empties it before each
 * use: all tables of Beside lie in the schema "public". Its `close` does nothing.
 */
export async function emptiedDatabase(): Promise<Embedded> {
  opened ??= open();
  const embedded = await opened;
  await embedded.query("drop schema public cascade; create schema public");
  // The driver knows by connection which statements are prepared.
  const session = await embedded.pool.connect();
  await session.query("discard all");
  session.release(true);
  return embedded;
}
