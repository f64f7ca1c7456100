import { type ClientRequest, request } from "node:http";
import type { ImportReply, ImportState, Line, Target } from "@/lib/data/imports/contract";
import { expect } from "./expect";
import type { Reply, Team } from "./fixtures";

type File = { name?: string; headers?: Record<string, string> };

/** Sends a file of contacts with the key of the team. */
export const trySendFile = (team: Team, content: string | Uint8Array, { name = "contacts.csv", headers = {} }: File = {}): Promise<Reply> =>
  team.api("POST", `/imports?fileName=${encodeURIComponent(name)}`, { body: Buffer.from(content), headers });

export const importOf = (reply: Reply): ImportReply => reply.body["import"] as ImportReply;

export async function sentFile(team: Team, content: string | Uint8Array, file: File = {}): Promise<ImportReply> {
  const reply = await trySendFile(team, content, file);
  expect(reply.status, reply.text).toBe(201);
  return importOf(reply);
}

/** A file that is on its way: its first line was sent. Without `declared` its length is not said. */
export async function openUpload({ url, key }: Team, { declared }: { declared?: number } = {}): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${key}`, ...(declared !== undefined && { "content-length": String(declared) }) };
  const sent = request(`${url}/api/v1/imports?fileName=open.csv`, { method: "POST", headers });
  sent.on("error", () => undefined);
  await new Promise((resolve) => sent.write("id,name\n", resolve));
  return sent;
}

export async function readImport(team: Team, id: string): Promise<ImportReply> {
  const reply = await team.api("GET", `/imports/${id}`);
  expect(reply.status, reply.text).toBe(200);
  return importOf(reply);
}

/** Waits until an import is in a state. */
export async function importIn(team: Team, id: string, state: ImportState): Promise<ImportReply> {
  let found: ImportReply | undefined;
  await expect
    .poll(
      async () => {
        found = await readImport(team, id);
        return found.state;
      },
      { timeout: 120_000 },
    )
    .toBe(state);
  return found as ImportReply;
}

type Mapping = { targets?: Record<string, Target["kind"] | `attribute:${string}`>; options?: object };

/** Maps the columns by their headers, or as they were guessed, and waits for the check. */
export async function checkedImport(
  team: Team,
  content: string | Uint8Array,
  { targets, options = {} }: Mapping = {},
): Promise<ImportReply> {
  const { id, columns } = await sentFile(team, content);
  const wanted = columns.map(({ index, header, target }) => {
    const named = targets?.[header];
    if (!targets) return { index, target };
    if (!named) return { index, target: null };
    return { index, target: named.startsWith("attribute:") ? { kind: "attribute", name: named.slice(10) } : { kind: named } };
  });
  const reply = await team.api("PUT", `/imports/${id}/columns`, { body: { columns: wanted, ...options } });
  expect(reply.status, reply.text).toBe(200);
  return importIn(team, id, "checked");
}

/** Runs a checked import to its end. */
export async function ranImport(team: Team, id: string): Promise<ImportReply> {
  const reply = await team.api("POST", `/imports/${id}/run`);
  expect(reply.status, reply.text).toBe(202);
  return importIn(team, id, "done");
}

export const linesOf = async (team: Team, id: string, query = ""): Promise<Line[]> =>
  (await team.api("GET", `/imports/${id}/lines?limit=200${query}`)).body["data"] as Line[];
