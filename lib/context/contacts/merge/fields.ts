import { z } from "zod";
import { AttributeMap } from "@/lib/kernel/attributes";
import type { Choice, MergeValues } from "./contract";

/** What a contact says of a customer. `phoneSince` is as the database writes it, to the microsecond. */
export const Fields = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  phoneSince: z.string().nullable(),
  attributes: AttributeMap,
});
export type Fields = z.output<typeof Fields>;

/** The fields of both before a merge, and of the one that stayed after it. */
export const MergedFields = z.strictObject({ from: Fields, into: Fields, after: Fields });
export type MergedFields = z.output<typeof MergedFields>;

type Both = { from: Fields; into: Fields };

/** A value that is not chosen is that of the contact that stays, or of the other one where that has none. */
const chosen = <T>(choice: Choice | undefined, into: T | null, from: T | null): T | null =>
  choice === undefined ? (into ?? from) : choice === "into" ? into : from;

/** The fields of the contact that stays. */
export function mergedFields({ from, into }: Both, values: MergeValues): Fields {
  const phone = chosen(values.phone, into.phone, from.phone);
  const keys = new Set([...Object.keys(into.attributes), ...Object.keys(from.attributes)]);
  const attributes = [...keys].flatMap((key) => {
    const value = chosen(values.attributes?.[key], into.attributes[key] ?? null, from.attributes[key] ?? null);
    return value === null ? [] : [[key, value] as const];
  });
  return {
    name: chosen(values.name, into.name, from.name),
    email: chosen(values.email, into.email, from.email),
    phone,
    phoneSince: phone === null ? null : phone === into.phone ? into.phoneSince : from.phoneSince,
    attributes: Object.fromEntries(attributes),
  };
}

/** The fields after an undoing: as before the merge, but for what was written since. */
export function restoredFields({ into, after }: MergedFields, now: Fields): Fields {
  const restored = <T>(before: T, merged: T, current: T): T => (current === merged ? before : current);
  const isPhoneSame = now.phone === after.phone && now.phoneSince === after.phoneSince;
  const keys = new Set([...Object.keys(into.attributes), ...Object.keys(now.attributes)]);
  const attributes = [...keys].flatMap((key) => {
    const value = restored(into.attributes[key], after.attributes[key], now.attributes[key]);
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    name: restored(into.name, after.name, now.name),
    email: restored(into.email, after.email, now.email),
    phone: isPhoneSame ? into.phone : now.phone,
    phoneSince: isPhoneSame ? into.phoneSince : now.phoneSince,
    attributes: Object.fromEntries(attributes),
  };
}
