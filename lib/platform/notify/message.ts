import { z } from "zod";

// What is no id is not ours: it would be passed on as the name of something else.
const Id = z.guid();
const ids = z.array(Id);
const Poke = z.object({
  chats: z.array(z.object({ id: Id, seq: z.int().nonnegative() })).exactOptional(),
  reset: ids.exactOptional(),
  contacts: ids.exactOptional(),
  people: ids.exactOptional(),
  calls: ids.exactOptional(),
});

/**
 * "Look again", never data: the database has the truth (seq says how far a chat has come). A lost poke costs a delay.
 * `contacts` and `people` are those whose panel changed; `reset` names chats in which an earlier item changed;
 * `calls` are action calls that began or went on.
 */
export type Poke = z.output<typeof Poke>;

/** What one instance tells the others. */
export const Message = z.object({
  /** The instance that says it. */
  from: Id,
  pokes: z.array(z.tuple([Id, Poke])),
  /** Workspaces whose keys, plan, members or sessions changed. */
  changed: ids,
  /** Something could not be told: look at everything again. */
  missed: z.boolean(),
});
export type Message = z.output<typeof Message>;
