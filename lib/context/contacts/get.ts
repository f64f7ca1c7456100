import type { z } from "zod";
import { rawClient } from "@/lib/platform/db";
import { type BatchesByShard, batched, newQueues, perBatch } from "@/lib/platform/db/batch";
import { rows } from "@/lib/platform/db/rows";
import { singleton } from "@/lib/platform/runtime";
import { noSuchContact } from "./missing";
import { type ContactRow, getStatement } from "./sql";

type Job = { workspaceId: string; userId: string };
type Row = z.output<typeof ContactRow>;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    contactReads: BatchesByShard<Job, Row | null>;
  }
}

/** A contact, the count of its chats and its latest 20 events (spec §4.2). @throws customer_not_found */
export async function get(workspaceId: string, userId: string) {
  const row = await read({ workspaceId, userId });
  if (!row) throw noSuchContact();
  const { i: _, linkedChats, events, ...contact } = row;
  return { contact, linkedChats, events };
}

async function readTogether(jobs: Job[]): Promise<(Row | null)[]> {
  const read: (Row | null)[] = jobs.map(() => null);
  for (const row of await rows(rawClient, getStatement)(JSON.stringify(jobs))) read[row.i - 1] = row;
  return read;
}

const readSingle = async (job: Job) => (await readTogether([job]))[0] ?? null;

const read = batched<Job, Row | null>(readTogether, readSingle, {
  queues: () => singleton("contactReads", newQueues),
  options: perBatch,
});
