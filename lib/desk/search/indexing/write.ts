import type { z } from "zod";
import { contactText, eventText, messageText, personText } from "@/lib/desk/search/texts";
import { type Runner, run } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import {
  type ContactSource,
  type EventSource,
  type MessageSource,
  type PersonSource,
  removeEventsStatement,
  removeMessagesStatement,
  removePeopleStatement,
  writeEventsStatement,
  writeMessagesStatement,
  writePeopleStatement,
} from "./sql";

export type RowId = { workspaceId: string; id: string };
export type EventKey = { workspaceId: string; event: string; reference: string };

const write = async (on: Runner, statement: Statement<undefined>, all: object[]): Promise<void> => {
  if (all.length > 0) await run(on, statement)(JSON.stringify(all));
};

const isEmpty = (text: string): boolean => text.trim() === "";

export const writeContacts = (on: Runner, sources: z.output<typeof ContactSource>[]): Promise<void> =>
  write(
    on,
    writePeopleStatement,
    sources.map((row) => ({ workspaceId: row.workspaceId, id: row.id, kind: "contact", at: row.at, text: contactText(row) })),
  );

export const writePeople = (on: Runner, sources: z.output<typeof PersonSource>[]): Promise<void> =>
  write(
    on,
    writePeopleStatement,
    sources.map((row) => ({ workspaceId: row.workspaceId, id: row.id, kind: "person", at: row.at, text: personText(row) })),
  );

/** What has no text is not found; one that lost its text loses its entry. */
export async function writeMessages(on: Runner, sources: z.output<typeof MessageSource>[]): Promise<void> {
  const all = sources.map((row) => ({ workspaceId: row.workspaceId, id: row.id, at: row.at, text: messageText(row) }));
  await write(
    on,
    writeMessagesStatement,
    all.filter(({ text }) => !isEmpty(text)),
  );
  await removeMessages(
    on,
    all.filter(({ text }) => isEmpty(text)),
  );
}

export const writeEvents = (on: Runner, sources: z.output<typeof EventSource>[]): Promise<void> =>
  write(
    on,
    writeEventsStatement,
    sources.map(({ workspaceId, event, reference, at }) => ({ workspaceId, event, reference, at, text: eventText({ event, reference }) })),
  );

const idsOf = (all: RowId[]) => all.map(({ workspaceId, id }) => ({ workspaceId, id }));

export const removePeople = (on: Runner, all: RowId[]): Promise<void> => write(on, removePeopleStatement, idsOf(all));
export const removeMessages = (on: Runner, all: RowId[]): Promise<void> => write(on, removeMessagesStatement, idsOf(all));
export const removeEvents = (on: Runner, all: EventKey[]): Promise<void> => write(on, removeEventsStatement, all);
