import { z } from "zod";
import { maxTagsOfOne } from "@/lib/chats/tagging/contract";
import { maxTagName, maxTags } from "@/lib/chats/tags/contract";
import { Name } from "@/lib/kernel/contract";
import { refusedInput } from "@/lib/kernel/error-message";
import { type AppError, type Refusal, refusal } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { inEnglish, refused } from "@/lib/kernel/refused";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { rows } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { putTagsStatement } from "./sql";

const Tags = z.object({ tags: z.array(Name(maxTagName)).max(maxTagsOfOne, refused("maxValues", { max: maxTagsOfOne })) });

const keyOf = (name: string): string => name.toLowerCase();

/** The names in a cell: a list as our own export writes it, or names with commas, semicolons or bars between. Each once. */
function namesIn(text: string): unknown[] {
  if (text.startsWith("["))
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list;
    } catch {
      // A name may begin so.
    }
  return text
    .split(/[,;|\r\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The tags in a cell, or why they cannot be taken. */
export function tagsIn(text: string): { names: string[] } | { error: AppError } {
  const parsed = Tags.safeParse({ tags: namesIn(text) });
  if (!parsed.success) return { error: refusedInput("invalid_request", parsed.error) };
  const keys = parsed.data.tags.map(keyOf);
  return { names: parsed.data.tags.filter((_, at) => keys.indexOf(keys[at] ?? "") === at) };
}

/** How the tags of a line are stored with its fields: as they are called, and as they are compared. */
export const storedTags = (names: readonly string[]): Record<"tags" | "tagKeys", string> => ({
  tags: JSON.stringify(names),
  tagKeys: JSON.stringify(names.map(keyOf)),
});

export const namesOf = (stored: string | undefined): string[] => (stored === undefined ? [] : (JSON.parse(stored) as string[]));

type Tx = Prisma.TransactionClient;
type Wanted = { contactId: string; names: readonly string[] };
/** A tag that was not put on a contact. */
type NotPut = { name: string; reason: string; refusal: Refusal };

/**
 * Puts tags on contacts that were written in the same transaction, and makes those that the workspace does not have. Returns the ids of these, and for
 * each of the wanted what did not fit in: a contact and a workspace have so many at most.
 */
export async function putTags(tx: Tx, workspaceId: string, by: Actor, wanted: readonly Wanted[]) {
  const names = new Map(wanted.flatMap((one) => one.names.map((name) => [keyOf(name), name] as const)));
  if (names.size === 0) return { made: [], notPut: wanted.map((): NotPut[] => []) };
  const { ids, made } = await idsOf(tx, workspaceId, by, names);
  const asked = wanted.map(({ contactId, names: all }) => ({ contactId, tagIds: all.flatMap((name) => ids.get(keyOf(name)) ?? []) }));
  const put = await rows(tx, putTagsStatement)(workspaceId, JSON.stringify(asked), maxTagsOfOne);
  const has = new Set(put.map(({ contactId, tagId }) => `${contactId} ${tagId}`));
  const notPut = wanted.map(({ contactId, names: all }) =>
    all.flatMap((name): NotPut[] => {
      const id = ids.get(keyOf(name));
      if (id !== undefined && has.has(`${contactId} ${id}`)) return [];
      const why = id === undefined ? refusal("tooManyTags", { max: maxTags }) : refusal("tooManyTagsOfOne", { max: maxTagsOfOne });
      return [{ name, reason: inEnglish(why), refusal: why }];
    }),
  );
  return { made, notPut };
}

async function idsOf(tx: Tx, workspaceId: string, by: Actor, names: ReadonlyMap<string, string>) {
  const find = () => tx.tag.findMany({ where: { workspaceId, nameKey: { in: [...names.keys()] } }, select: { id: true, nameKey: true } });
  const byKey = (found: Awaited<ReturnType<typeof find>>) => new Map(found.map(({ id, nameKey }) => [nameKey, id]));
  const known = byKey(await find());
  if (known.size === names.size) return { ids: known, made: [] };
  // An admin may add the last tag at the same time; the row lock lets one succeed.
  await lockRow(tx, "workspace", workspaceId);
  const ids = byKey(await find());
  const free = Math.max(0, maxTags - (await tx.tag.count({ where: { workspaceId } })));
  const missing = [...names].filter(([nameKey]) => !ids.has(nameKey)).slice(0, free);
  const createdAt = currentTime();
  const made = missing.map(([nameKey, name]) => ({ workspaceId, id: newId(), name, nameKey, color: "grey", createdAt }));
  await tx.tag.createMany({ data: made });
  for (const { name } of made) await audit.record(tx, workspaceId, by, { what: "tag.added", subject: name });
  for (const { id, nameKey } of made) ids.set(nameKey, id);
  return { ids, made: made.map(({ id }) => id) };
}
