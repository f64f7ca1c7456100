import type { Readable } from "node:stream";
import { z } from "zod";
import * as attachments from "@/lib/chats/attachments";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { exportedTables, type Table } from "./inventory";
import { type Last, readPage } from "./pages";

const rowsPerPage = 500;
/** A line of a file has all its bytes. */
const filesPerPage = 1;

const tables: readonly Table[] = exportedTables.filter((table) => table !== "workspace");
const Position = z.object({ table: z.enum(tables), last: z.record(z.string(), z.unknown()).nullable() });

/** `lines` are those of a file of JSON lines; `next` continues it, and is null at the end. */
type Exported = { lines: string[]; next: string | null };

/** One page of all that a workspace has, with the bytes of files: what its secrets and the search are made of is left out. @throws invalid_request */
export async function page(workspaceId: string, after: string | undefined): Promise<Exported> {
  if (after === undefined) return { lines: [await workspaceLine(workspaceId)], next: next(tables[0], null) };
  const { table, last } = positionOf(after);
  const max = table === "attachment" ? filesPerPage : rowsPerPage;
  const found = await readPage(db(), workspaceId, table, { last, max });
  const lines: string[] = [];
  for (const { row } of found) lines.push(JSON.stringify({ table, row, ...(await moreOf(workspaceId, table, row)) }));
  const isDone = found.length < max;
  return { lines, next: isDone ? next(tables[tables.indexOf(table) + 1], null) : next(table, found.at(-1)?.key ?? null) };
}

function positionOf(after: string): z.output<typeof Position> {
  try {
    return Position.parse(JSON.parse(after));
  } catch {
    throw new AppError("invalid_request", "after must be the `next` of the page before.");
  }
}

const next = (table: Table | undefined, last: Last): string | null => (table === undefined ? null : JSON.stringify({ table, last }));

async function workspaceLine(workspaceId: string): Promise<string> {
  const row = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return JSON.stringify({ table: "workspace", row });
}

/** What a row alone does not say: who a member is, and the bytes of a file. */
async function moreOf(workspaceId: string, table: Table, row: Record<string, unknown>): Promise<object> {
  if (table === "member") {
    const id = z.uuid().parse(row["account_id"]);
    return { account: await db().account.findUnique({ where: { id }, select: { name: true, email: true } }) };
  }
  if (table !== "attachment") return {};
  const file = await attachments.open(workspaceId, z.uuid().parse(row["id"]));
  return { base64: file ? (await bytesOf(file.stream)).toString("base64") : null };
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
