import { ingestMessage } from "@/lib/channels";
import * as chats from "@/lib/chats";
import * as tags from "@/lib/chats/tags";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import * as directory from "@/lib/desk/directory";
import { EntryKind } from "@/lib/desk/directory/contract";
import { newId } from "@/lib/kernel/ids";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";

type Acting = { agent: { id: string; name: string }; userId: string };

/** Runs the statements of the list of contacts, their pages, the export and the display of attributes. `userId` has chats and calls. */
export async function runDirectory(ws: string, { agent, userId }: Acting): Promise<void> {
  await contacts.put(ws, "listed", { name: "Zoe", email: "zoe@example.com", phone: "447911300001", attributes: { plan: "pro", seats: 3 } });
  const { chatId } = await ingestMessage(ws, { channel: "whatsapp", phone: "447911300001" }, { id: newId(), text: "Hello" });
  await chats.write(ws, chatId, agent, { id: newId(), kind: "note", text: "Known from the fair" });
  await events.record(ws, { event: "Charge failed", userId: "listed" });
  const filters = [
    {},
    { seen: 1 },
    { text: "zo" },
    { text: "+44 7911 3000" },
    { problems: "open" as const },
    { attribute: "plan", value: "pro" },
    { text: "zoe", problems: "open" as const, attribute: "seats", value: "3" },
  ];
  for (const filter of filters) await directory.list(ws, filter);
  const tag = await tags.add(ws, commandLine, { name: "VIP", color: "purple" });
  const { id: listed } = await db().contact.findUniqueOrThrow({ where: { workspaceId_userId: { workspaceId: ws, userId: "listed" } } });
  const late = await tags.add(ws, commandLine, { name: "Late payer", color: "red" });
  for (const [{ id: tagId }, isSet] of [
    [tag, true],
    [tag, false],
    [tag, true],
    [late, true],
  ] as const)
    await directory.setTag(ws, listed, { tagId, isSet });
  for (const filter of [{ tag: tag.id }, { tag: tag.id, seen: 1, text: "zo" }]) await directory.list(ws, filter);

  const format = { kind: "badge", tone: "good" } as const;
  const { version } = await attributeDisplay.read(ws);
  const items = [{ key: "plan", name: "Plan", group: null, isPinned: true, isListed: true, format }];
  await attributeDisplay.save(ws, commandLine, { items, version });
  await attributeDisplay.seen(ws);

  const workspace = { id: ws, slug: "acme" };
  for (const user of ["listed", userId]) {
    const { id } = await db().contact.findUniqueOrThrow({ where: { workspaceId_userId: { workspaceId: ws, userId: user } } });
    const { problems } = await directory.read(ws, id);
    for (const kind of [undefined, ...EntryKind.options]) await directory.timeline(ws, id, { kind });
    await directory.events(ws, id, { level: "problem" });
    for (const { id: problemId } of problems) await directory.handle(ws, id, { problemId, agent, handled: true });
    for await (const _ of (await directory.exported(workspace, id, commandLine)).parts);
    for await (const _ of (await directory.exportedAll(workspace, "csv", commandLine)).parts);
  }
  await contacts.put(ws, "silent", {});
  await events.record(ws, { event: "Charge failed", userId: "silent" });
  const { id } = await db().contact.findUniqueOrThrow({ where: { workspaceId_userId: { workspaceId: ws, userId: "silent" } } });
  const { problems } = await directory.read(ws, id);
  for (const handled of [true, true, false]) {
    for (const { id: problemId } of problems) await directory.handle(ws, id, { problemId, agent, handled });
  }
  await directory.remove(ws, id, { by: commandLine, userId: "silent" });
}
