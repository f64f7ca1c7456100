/**
 * A problem is the problem events of one contact or person that share a name and a reference; here are its reads, while triggers of the
 * database decide whether it is open. An agent's mark that closes it is `lib/chats/handled`.
 */

import { z } from "zod";
import { contract, Id, InWorkspace, mustBe } from "@/lib/kernel/contract";

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
