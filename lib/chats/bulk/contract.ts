import { z } from "zod";
import { Status, setStatus, snooze } from "@/lib/chats/contract";
import { maxChanges } from "@/lib/chats/shared/limits";
import { setTag } from "@/lib/chats/tagging/contract";
import { contract, Id, InWorkspace, mustBe, RefusalData, Uuid } from "@/lib/kernel/contract";

const ChatChange = z.object({
  chatId: Id,
  status: Status.optional(),
  ifNoOpenProblems: setStatus.body.shape.ifNoOpenProblems,
  /** For a chat that is opened again: until when it was put away before it was closed. A time that has passed changes nothing. */
  snoozedUntil: snooze.body.shape.until.optional(),
  /** The member who gets the chat, or nobody. */
  accountId: Id.nullable().optional(),
  tag: setTag.body.optional(),
});
export type ChatChange = z.output<typeof ChatChange>;

/** Why one of them was refused, as the call for one chat says it. */
const Refused = z.object({
  code: z.string(),
  message: z.string(),
  refusal: RefusalData.optional(),
});

/** What the call for one chat would do by as many calls. */
const callsFor = ({ status, snoozedUntil, accountId, tag }: ChatChange): number =>
  [status, snoozedUntil, accountId, tag].filter((one) => one !== undefined).length;

export const changeChats = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/changes",
  summary: "Close, reopen, give or tag several chats, each on its own: one that is refused leaves the others as they are",
  access: "session",
  callsIn: ({ changes }: { changes: ChatChange[] }) => changes.reduce((sum, one) => sum + callsFor(one), 0),
  params: InWorkspace,
  body: z.object({
    changes: z
      .array(ChatChange, { error: mustBe("an array") })
      .min(1, { error: "must have at least one change." })
      .max(maxChanges, { error: `must be at most ${maxChanges} changes.` }),
  }),
  status: 200,
  /** In the order of the changes. */
  output: z.object({ results: z.array(z.object({ chatId: Uuid, error: Refused.nullable() })) }),
});
