import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { DryRun } from "@/lib/context/events/contract";
import { contract, InWorkspace, mustBe, Time, Uuid } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";

const { wouldNotPostTo, event, level, levelReason, occurredAt, createsContact } = DryRun.shape;

const ReachedChat = z.object({ id: Uuid, displayName: DisplayName, channel: Channel, lastMessageAt: Time });

const { reason } = wouldNotPostTo.element.shape;
export type Reason = z.output<typeof reason>;

const Reach = z.object({
  ...{ event, level, levelReason, occurredAt, createsContact },
  posted: z.array(ReachedChat),
  others: z.array(ReachedChat.extend({ reason })),
});

export const inspectEvent = contract({
  method: "POST",
  path: "/api/w/{workspace}/inspector",
  summary: "What a body of POST /api/v1/events would do: every problem of it, or where its card would be posted. Nothing is stored",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ text: z.string({ error: mustBe("the body as text") }).max(100_000) }),
  maxBodyBytes: 262_144,
  status: 200,
  output: z.object({
    /** As the API would answer; the first one is its answer. */
    problems: z.array(z.object({ code: z.string(), message: z.string() })),
    ignored: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
    outcome: Reach.nullable(),
  }),
});
