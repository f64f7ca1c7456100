/**
 * A call is one signed request to the receiver, from the press of a button to its outcome, its log and its removal. The button is in
 * `buttons`, the server that is called in `receivers`.
 */

import { z } from "zod";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { callStates, failures } from "@/lib/chats/shared/outcomes";
import { RecordedEvent, ResultEvent } from "@/lib/context/events/contract";
import {
  Cursor,
  contract,
  EmptyObject,
  Id,
  InWorkspace,
  Moment,
  mustBe,
  Page,
  type ReplyOf,
  type SentOf,
  Text,
  Time,
  Uuid,
} from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import { isId } from "@/lib/kernel/ids";
import * as patterns from "@/lib/kernel/patterns";
import { DisplayName } from "@/lib/people/shared/identity";
import { Unshown } from "./shared/unshown";

const State = z.enum(callStates);
export type State = z.output<typeof State>;

const anyFailure = "failure";
const statuses = [...callStates, anyFailure] as const;
type Status = (typeof statuses)[number];
const isStatus = (word: string): word is Status => statuses.some((status) => status === word);

/** One or several states, as `refused,failed` or repeated: sorted, so that a cursor belongs to all ways to write them. `failure` is all that were not done. */
const Statuses = z
  .union([z.string(), z.array(z.string())])
  .transform((sent) => [sent].flat().flatMap((text) => text.split(",")))
  .refine((words): words is Status[] => words.every(isStatus), {
    error: `must be one or several of ${callStates.join(", ")} and ${anyFailure}, with commas between them.`,
  })
  .transform((words) => {
    const wanted = new Set<string>(words.flatMap((word) => (word === anyFailure ? failures : [word])));
    return callStates.filter((state) => wanted.has(state));
  });

const callParams = InWorkspace.extend({ callId: Id });

const sending = {
  id: Uuid,
  state: State,
  isResend: z.boolean(),
  /** The agent who pressed, or who sent it again. */
  agentName: z.string(),
  replyStatus: z.int().nullable(),
  startedAt: Time,
  tookMs: z.int().nullable(),
};
const Sending = z.object(sending);

const summary = {
  ...sending,
  buttonId: Uuid,
  label: z.string(),
  chatId: Uuid,
  /** The name shown for the person in the chat. */
  displayName: DisplayName,
  /** Why it failed, or which part of the reply could not be used. */
  reason: z.string().nullable(),
  isNoted: z.boolean(),
  hasEvent: z.boolean(),
};
export const CallSummary = z.object(summary);
export type CallSummary = z.input<typeof CallSummary>;

const Headers = z.array(z.tuple([z.string(), z.string()]));

export const CallDetail = z.object({
  ...summary,
  action: z.string(),
  deliveryId: Uuid,
  url: z.string(),
  /** What was sent, byte for byte; null once it was removed with its contact. */
  requestBody: z.string().nullable(),
  /** Every header as sent; null until then, and once the content was removed. */
  requestHeaders: Headers.nullable(),
  replyHeaders: Headers.nullable(),
  replyBody: z.string().nullable(),
  /** Why nobody was shown what the reply says; null when it was shown, or says nothing. */
  unshown: Unshown.nullable(),
  /** What the receiver reported later. */
  resultBody: z.string().nullable(),
  /** Until when the receiver may report it. */
  answerBy: Time.nullable(),
  finishedAt: Time.nullable(),
  /** The event that the reply asked for; its name is null once it was deleted. */
  recordedEvent: z.object({ id: Uuid, event: z.string().nullable() }).nullable(),
  /** Every sending of this delivery, this one too, in order. Only the last one can be sent again. */
  sendings: z.array(Sending),
});
export type CallDetail = z.input<typeof CallDetail>;

/** The filter of a list of calls. `from` is inclusive, `to` exclusive. */
export const CallFilter = z.object({
  status: Statuses.optional(),
  button: Id.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
});

export const listCalls = contract({
  method: "GET",
  path: "/api/w/{workspace}/calls",
  summary: "Action calls of the last 30 days, one row a sending, newest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: CallFilter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(CallSummary),
});

export const getCall = contract({
  method: "GET",
  path: "/api/w/{workspace}/calls/{callId}",
  summary: "One sending: what was sent, what came back, and what became of it",
  access: "session",
  role: "admin",
  params: callParams,
  status: 200,
  output: CallDetail,
});

export const resendCall = contract({
  method: "POST",
  path: "/api/w/{workspace}/calls/{callId}/resend",
  summary: "Send a call once more: the same delivery, signed anew. Only its last sending, so that two admins send once",
  access: "session",
  role: "admin",
  params: callParams,
  body: EmptyObject,
  status: 202,
  output: z.object({ callId: Uuid, startedAt: Time }),
  errors: ["conflict"],
});

export const signCall = contract({
  method: "POST",
  path: "/api/w/{workspace}/calls/{callId}/signed",
  summary: "The headers that a call would have now, for a curl to a server on the reader's machine. In the audit log; nothing is sent",
  access: "session",
  role: "admin",
  params: callParams,
  body: EmptyObject,
  status: 200,
  output: z.object({ url: z.string(), headers: Headers, body: z.string() }),
  errors: ["conflict"],
});

/** What a receiver reports. `failed` is what the first version called a refusal. */
const resultStatuses = ["succeeded", "refused", "failed"] as const;

export const ResultInput = z
  .object({
    status: z
      .enum(resultStatuses, { error: mustBe('"succeeded" or "failed", which is also called "refused"') })
      .optional()
      .meta({
        description:
          "succeeded when left out; refused when your server did not do it: its message is the reason that the agent reads. failed, the first name of refused, means the same.",
      }),
    message: Text(1, maxMessageLength)
      .optional()
      .meta({ ...patterns.visibleText, description: "A private note in the chat, for the team only." }),
    event: ResultEvent.optional().meta({
      description: "As in the reply to an action call, named by event or name. It belongs to the person of the chat.",
    }),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    error: "Send a message, an event or a status: without one there is no result.",
  })
  .meta({
    id: "ActionResultInput",
    ...patterns.atLeastOne("status", "message", "event"),
    example: { message: "Refunded 59.90 EUR.", event: { name: "Refund issued", properties: { amount: "59.90 EUR" } } },
  });

export type ResultInput = z.output<typeof ResultInput>;

/** How long a receiver that answered 202 may take to report its result. */
const resultWindowMinutes = 30;
export const resultWindow = { ms: resultWindowMinutes * 60_000, text: `${resultWindowMinutes} minutes` };

export const reportResult = contract({
  method: "POST",
  path: "/api/v1/actions/{deliveryId}/result",
  ...idempotent("people"),
  summary: "Report the result of an action call that your server answered with 202",
  description:
    `Within ${resultWindow.text} of the 202, once. A body that is refused with 400 loses nothing: send it again corrected. ` +
    "The delivery is named by the header X-Service-Delivery of the call.",
  access: "key",
  isPublished: true,
  params: z.object({ deliveryId: Id }),
  body: ResultInput,
  status: 200,
  output: z
    .object({
      deliveryId: Uuid,
      status: z.enum(resultStatuses).meta({ description: "As your server reported it." }),
      event: RecordedEvent.nullable(),
    })
    .meta({ id: "ActionResult", description: "What was kept of the result, with the event that it recorded." }),
  errors: ["not_found", "conflict"],
  refusals: {
    not_found: {
      when: "No delivery of this workspace has this id.",
      message: "There is no such delivery. Send the X-Service-Delivery of the call as it came.",
    },
    conflict: {
      when: "The result was reported already, came too late, or is not waited for.",
      message: "The result of this delivery was reported already, at 2026-03-01T10:43:00.000Z. Only the first one counts.",
    },
  },
});

/** Made in the browser; it becomes the delivery's id. */
const PressId = Id.refine(isId, { error: "must be a UUID of version 7, made for this press." });

export const pressButton = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/actions",
  summary: "Press a button; the id is made by the pressing browser, so that one press sends once. The outcome comes as a chat item",
  access: "session",
  params: InWorkspace.extend({ chatId: Id }),
  body: z.object({
    id: PressId,
    buttonId: Id,
    /** What the agent filled in; validated against the button's inputs. */
    inputs: z.record(z.string(), z.unknown(), { error: mustBe("an object") }).optional(),
    /** The problem on whose card the button was pressed. */
    eventId: Id.optional(),
  }),
  status: 202,
  output: z.object({ callId: Uuid, buttonId: Uuid, agentName: z.string(), startedAt: Time }),
  errors: ["conflict", "forbidden"],
});

export type PressRequestBody = SentOf<typeof pressButton>["body"];
export type StartedCall = ReplyOf<typeof pressButton>;
