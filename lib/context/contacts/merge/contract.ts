/**
 * A merge makes two contacts of one customer one: everything of the one goes to the other, and its userId is an alias from then on. It can
 * be undone once, within a day.
 */

import { z } from "zod";
import { Contact } from "@/lib/context/contacts/contract";
import { emptyListAsMap, PropertyKey } from "@/lib/kernel/attributes";
import { contract, Id, mustBe, Time, Uuid } from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import { UserId } from "@/lib/people/shared/identity";

/** The value that stays: that of the contact that stays, or of the one that becomes part of it. */
export const Choice = z.enum(["into", "from"], { error: mustBe('"into" or "from"') });
export type Choice = z.output<typeof Choice>;

export const MergeValues = z
  .object({
    name: Choice.optional(),
    email: Choice.optional(),
    phone: Choice.optional(),
    attributes: emptyListAsMap(z.record(PropertyKey, Choice, { error: mustBe("an object of attributes, each with whose value stays") }))
      .optional()
      .meta({ id: "MergedAttributes", example: { plan: "from" } }),
  })
  .meta({ id: "MergeValues", example: { phone: "from", attributes: { plan: "from" } } });
export type MergeValues = z.output<typeof MergeValues>;

export const MergeInput = z
  .object({
    from: UserId.meta({ description: "The contact that becomes part of the one in the path.", example: "user_1207" }),
    values: emptyListAsMap(MergeValues).default({}).meta({
      description:
        'Whose value stays: "into", of the contact in the path, or "from". Without a choice "into", and "from" where that has none.',
    }),
  })
  .meta({ id: "MergeInput", example: { from: "user_1207", values: { phone: "from" } } });
export type MergeInput = z.output<typeof MergeInput>;

const linkedChats = z.int().meta({ description: "How many chats are linked to the contact.", example: 3 });

const MergeId = Uuid.meta({ description: "With this id the merge is undone." });

export const mergeContacts = contract({
  method: "POST",
  path: "/api/v1/contacts/{userId}/merge",
  ...idempotent("people"),
  summary: "Make another contact a part of this one",
  description:
    "Events, chats and people of the other contact go to this one. Its userId is an alias from then on: every call that names it concerns this contact.",
  access: "key",
  isPublished: true,
  params: z.object({ userId: UserId }),
  body: MergeInput,
  otherUserIds: ["from"],
  status: 200,
  output: z
    .object({ contact: Contact, linkedChats, mergeId: MergeId, undoUntil: Time.meta({ description: "24 hours after the merge." }) })
    .meta({ id: "MergedContacts" }),
  errors: ["invalid_user_id", "customer_not_found", "conflict"],
  refusals: {
    conflict: {
      when: "Both userIds are of one contact already, or the two have too many people in chats, or too many other userIds.",
      message: "These userIds are of one contact already.",
    },
  },
});

export const undoMerge = contract({
  method: "POST",
  path: "/api/v1/merges/{mergeId}/undo",
  ...idempotent("people"),
  summary: "Undo a merge of the last 24 hours",
  description:
    "Both contacts are there again. Events go back with the userId that they were sent with, also those since the merge; fields that were written since stay.",
  access: "key",
  isPublished: true,
  params: z.object({ mergeId: Id }),
  status: 200,
  output: z.object({ contact: Contact, restored: Contact }).meta({ id: "SeparatedContacts" }),
  errors: ["not_found", "conflict"],
  refusals: {
    not_found: {
      when: "No merge of the last 24 hours has this id, it was undone, or the contact was deleted.",
      message: "There is no such merge to undo: it was undone, is older than 24 hours, or the contact was deleted.",
    },
    conflict: {
      when: "The contact became a part of another one since.",
      message: "This contact became a part of another one since. Undo that merge first.",
    },
  },
});
