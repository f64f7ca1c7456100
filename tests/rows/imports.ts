import * as contacts from "@/lib/context/contacts";
import { forgetLinesStatement, forgetMentionsStatement } from "@/lib/context/contacts/imports-sql";
import * as imports from "@/lib/data/imports";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { commandLine } from "@/lib/workspace/audit/contract";

const turn = () => ({ max: 50, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal });

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Checks a file, runs it and undoes it; another one is cancelled and goes when its time is over. */
export async function runImports(ws: string): Promise<void> {
  await contacts.put(ws, "file_2", { name: "Old", attributes: { seats: 4 } });
  const text =
    "id,name,phone,seats,labels\nfile_1,Ada,+447911000041,5,vip\nfile_2,New,,6,\nfile_1,Again,,,\n,Nobody,,,\nfile_3,Busy,+447911000001,,\nfile_4,Short,12,7,\n";
  const { id } = (await imports.create(ws, commandLine, { fileName: "a.csv", declared: 0, pieces: () => piecesOf(text) })).import;
  const columns = [
    ...(["userId", "name", "phone"] as const).map((kind, index) => ({ index, target: { kind } })),
    { index: 3, target: { kind: "attribute" as const, name: "seats" } },
    { index: 4, target: { kind: "tags" as const } },
  ];
  for (let count = 0; count < 2; count += 1) {
    await imports.setColumns(ws, id, { columns, invalidValues: "leave_out" });
    while ((await imports.get(ws, id)).import.state === "checking") await imports.queue.serve(ws, turn());
  }
  await imports.lines(ws, id, { limit: 10 });
  await imports.lines(ws, id, { limit: 10, result: "refused" });
  for (const leftOut of [true, false]) await imports.lines(ws, id, { limit: 10, leftOut });
  for (const which of [{ result: "refused" as const }, { leftOut: true }])
    for await (const _ of (await imports.file({ id: ws, slug: "rows" }, id, which)).parts);
  const nobody = ["file_9", "nobody@example.com", null, new Date(), "00000000-0000-0000-0000-000000000000", 0, 10];
  await rows(db(), forgetMentionsStatement)(ws, ...nobody);
  await imports.run(ws, commandLine, id);
  while ((await imports.get(ws, id)).import.state === "running") await imports.queue.serve(ws, turn());
  await imports.undo(ws, commandLine, id);
  while ((await imports.get(ws, id)).import.state === "undoing") await imports.queue.serve(ws, turn());
  await rows(db(), forgetLinesStatement)(ws, "file_2", new Date(), 10);
  const other = (await imports.create(ws, commandLine, { fileName: "b.csv", declared: 0, pieces: () => piecesOf(text) })).import;
  await imports.cancel(ws, commandLine, other.id);
  await db().contactImport.updateMany({ where: { workspaceId: ws }, data: { expiresAt: new Date("2020-01-01") } });
  for (let count = 0; count < 10; count += 1) await imports.queue.serve(ws, { ...turn(), max: 1 });
  await imports.get(ws, newId()).catch(() => undefined);
}
