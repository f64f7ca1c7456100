import { z } from "zod";

// Only ids are accepted, and the names of members: any other string could be passed on as the name of something else.
const Id = z.guid();
const ids = z.array(Id);
/** The longest name of a member that is passed on, in code points, of which each may be two units. */
export const maxPresenceName = 120;
/** A member who does something in a chat right now. */
const presence = z.strictObject({
  chatId: Id,
  accountId: Id,
  name: z.string().max(2 * maxPresenceName),
  state: z.enum(["looking", "replying", "left"]),
});
/** An item that a chat got, as members read it. `item` has its other fields, too. */
export const Added = z.object({ chatId: Id, item: z.looseObject({ id: Id, seq: z.int().positive() }) });
export type Added = { chatId: string; item: { id: string; seq: number } };

const parts = z.object({
  chats: z.array(z.object({ id: Id, seq: z.int().nonnegative() })).exactOptional(),
  reset: ids.exactOptional(),
  items: z.array(z.object({ chatId: Id, ids })).exactOptional(),
  contacts: ids.exactOptional(),
  people: ids.exactOptional(),
  calls: ids.exactOptional(),
  tags: ids.exactOptional(),
  requests: ids.exactOptional(),
  presence: z.array(presence).exactOptional(),
  again: z.enum(["added", "changed"]).exactOptional(),
});
/** Between instances. `encrypted` is `added`; an instance of the previous version does not see it. */
const OnBus = parts.extend({ encrypted: z.string().exactOptional() });
export type OnBus = z.output<typeof OnBus>;

/**
 * Says what to fetch again: the database has the truth (`seq` is the chat's last one). A lost notification costs a delay. `added`
 * are new items of these chats where that is small, so that a screen that has everything before them need not fetch them; they go
 * to members only. `contacts` and `people` are those whose panel changed; `reset` names chats in which an earlier item changed, and
 * `items` which ones; without an entry there, it may be any. `calls` are action calls that started or changed state; `tags` were
 * renamed or removed, on any number of chats; `requests` is the newest line of the request log. `presence` is the exception: it is stored nowhere, and members see it
 * as it arrives. `again` stands for more chats than are named: items were only added to them, or anything may have changed. An
 * instance of the previous version leaves it out, and its screens see the change with the next tick.
 */
export type ChangeNotification = z.output<typeof parts> & { added?: readonly Added[] };

/** What one instance sends to the others. */
export const Message = z.object({
  /** The sending instance. */
  from: Id,
  notifications: z.array(z.tuple([Id, OnBus])),
  /** Workspaces whose keys, plan, members or sessions changed. */
  changed: ids,
  /** What did not answer one instance, so that the others need not wait for it as well: an id of each. The previous version names none. */
  resting: ids.default([]),
  /** Workspaces in which a browser asked for notifications. The previous version names none. */
  subscribed: ids.default([]),
  /** Something could not be sent: everything has to be fetched again. */
  missed: z.boolean(),
});
export type Message = z.output<typeof Message>;
/** What instances tell each other to save work. Whoever missed it finds out by itself, later. */
export type Hint = "resting" | "subscribed";
