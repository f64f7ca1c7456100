/**
 * A problem is the problem events of one contact or person that share a name and a reference; here are its reads, while triggers of the
 * database decide whether it is open. An agent's mark that closes it is `lib/chats/handled`.
 */

import { z } from "zod";
import { contract, Id, InWorkspace, Moment, mustBe, Text, Time } from "@/lib/kernel/contract";

export const setHandled = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/problems/{problemId}/handled",
  summary: "Close a problem of the person in the chat, or undo that; a repeat changes nothing",
  access: "session",
  params: InWorkspace.extend({ chatId: Id, problemId: Id }),
  body: z.object({ handled: z.boolean({ error: mustBe("true or false") }) }),
  status: 200,
  output: z.object({ handled: z.boolean() }),
});

/** The greatest number of problems that one call closes or opens. */
export const maxHandledAtOnce = 500;

/** A press on several problems. Very many are closed by several calls: `at`, which the first one answers, says that they are one press. */
const HandleAll = z
  .object({
    handled: z.boolean({ error: mustBe("true or false") }),
    /** Only problems of this name; left out for all. */
    event: Text(1, 120).optional(),
    at: Moment.optional(),
  })
  .refine(({ handled, at }) => handled || at, { error: "must be the time of the press that is taken back.", path: ["at"] });
export type HandleAll = z.output<typeof HandleAll>;

export const setAllHandled = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/problems/handled",
  summary: "Close the open problems of the person in the chat, or take back the own press that did, 500 at a time",
  access: "session",
  params: InWorkspace.extend({ chatId: Id }),
  body: HandleAll,
  status: 200,
  /** `at`: the time of the press. Until `isDone`, a call with it goes on. */
  output: z.object({ at: Time, count: z.int(), isDone: z.boolean() }),
});
