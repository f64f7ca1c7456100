import { ingestMessage } from "@/lib/channels";
import * as chats from "@/lib/chats";
import { comeBack, writeOnline } from "@/lib/chats/come-back";
import { View } from "@/lib/chats/contract";
import * as settings from "@/lib/chats/settings";
import { setTag } from "@/lib/chats/tagging";
import * as tags from "@/lib/chats/tags";
import { wake } from "@/lib/chats/wake";
import * as notifications from "@/lib/desk/notifications";
import { NotificationKind } from "@/lib/desk/notifications/contract";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as members from "@/lib/workspace/members";

type Agent = { id: string; name: string };

/** A chat goes to the next member, who is offline then, and back to the queue. */
async function runComingBack(ws: string, { agent, colleague, chatId }: { agent: Agent; colleague: Agent; chatId: string }): Promise<void> {
  await chats.assign(ws, chatId, { agent, accountId: agent.id });
  await ingestMessage(ws, { channel: "whatsapp", phone: "447911200001" }, { id: newId(), text: "Anybody?" });
  await settings.change(ws, commandLine, { comeBack: "next", comeBackMinutes: 5 });
  const turn = { max: 10 };
  for (const [minutes, online] of [
    [10, [colleague]],
    [20, []],
  ] as const) {
    const now = new Date(Date.now() + minutes * 60_000);
    const members = online.map(({ id }) => ({ workspaceId: ws, accountId: id }));
    await writeOnline(members, now);
    await comeBack(ws, turn, { now, knowsOffline: true });
  }
  await settings.change(ws, commandLine, { comeBack: "off" });
}

/** Runs the statements of lists, assignees, snoozes and changes; `withProblem` is an open chat of somebody with an open problem. */
export async function runChats(ws: string, agent: Agent, withProblem: string): Promise<void> {
  const colleague = { id: newId(), name: "Tom" };
  await db().account.create({ data: { ...colleague, email: "tom@example.com", passwordHash: "none", createdAt: new Date() } });
  await db().member.create({ data: { workspaceId: ws, accountId: colleague.id, role: "agent", createdAt: new Date() } });
  const started = async (phone: string) => (await ingestMessage(ws, { channel: "whatsapp", phone }, { id: newId(), text: "Hello" })).chatId;

  const [mine, theirs, snoozed] = [await started("447911200001"), await started("447911200002"), await started("447911200003")];
  const [closed, nobodys] = [await started("447911200004"), await started("447911200005")];
  await chats.write(ws, mine, agent, { id: newId(), kind: "message", text: "Hello" });
  for (const accountId of [agent.id, null, colleague.id]) await chats.assign(ws, theirs, { agent, accountId });
  await chats.snooze(ws, snoozed, { agent, until: new Date(Date.now() + 3_600_000) });
  await chats.setStatus(ws, closed, { agent, status: "closed" });
  await chats.setStatus(ws, closed, { agent, status: "open" });
  await chats.setStatus(ws, closed, { agent, status: "closed" });
  await chats.setStatus(ws, withProblem, { agent, status: "closed", ifNoOpenProblems: true }).catch(() => undefined);
  const change = { what: "handled", event: "Payment failed", reference: null } as const;
  await chats.addChange(db(), ws, mine, { agent, change, at: new Date() });

  const note = { id: newId(), kind: "note", text: `@${agent.name} please look`, mentions: [agent.id] } as const;
  await chats.write(ws, mine, colleague, { ...note, mentions: [...note.mentions] });
  const tag = await tags.add(ws, commandLine, { name: "Refund", color: "blue" });
  const parcel = await tags.add(ws, commandLine, { name: "Parcel", color: "green" });
  for (const { id: tagId } of [tag, parcel]) await setTag(ws, mine, { tagId, isSet: true });

  const ids = [withProblem, mine, theirs, snoozed, closed, nobodys];
  for (const view of View.options) {
    await chats.list(ws, { accountId: agent.id, view });
    await chats.list(ws, { accountId: agent.id, view, channel: "whatsapp", ids });
  }
  for (const part of [{}, { ids }]) await chats.list(ws, { accountId: agent.id, view: "open", tag: tag.id, ...part });
  const cursor = `2026-01-01T00:00:00.000Z_${agent.id}`;
  for (const part of [{}, { ids }, { cursor: `first ${cursor}` }])
    await chats.list(ws, { accountId: agent.id, view: "unassigned", sort: "problems", ...part });
  const known = [mine, nobodys].map((id): [string, number] => [id, 0]);
  await notifications.list(ws, { accountId: agent.id, chats: known, kinds: NotificationKind.options });
  for (const id of ids) {
    const { items } = await chats.items(ws, id, {});
    await chats.items(ws, id, { ids: items.map((item) => item.id) });
  }

  await db().chat.update({ where: { workspaceId_id: { workspaceId: ws, id: snoozed } }, data: { snoozedUntil: new Date(0) } });
  await wake(new Date());
  await settings.change(ws, commandLine, { assignNewChats: "round_robin" });
  await started("447911200006");
  await settings.change(ws, commandLine, { assignNewChats: "off" });
  await runComingBack(ws, { agent, colleague, chatId: mine });
  await chats.assign(ws, theirs, { agent, accountId: colleague.id });
  await members.remove(ws, { accountId: agent.id, name: agent.name, role: "owner" }, colleague.id);
}
