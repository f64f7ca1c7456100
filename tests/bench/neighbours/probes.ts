import type { Call } from "./call";
import { jsonCall, keyHeaders, timedCall } from "./call";
import type { Sample } from "./verdict";
import { contactsEach, type Neighbour, type World } from "./world";

/** What neighbours do at a steady rate, and how long each of it takes. */
export type Probe = {
  does: string;
  /** The calls a second of each neighbour. */
  perSecond: number;
  begin: (world: World) => Probing;
};

/** `nth` counts the calls of one neighbour. */
type Probing = {
  take: (neighbour: Neighbour, nth: number) => Promise<Sample>;
  /** What has not come by now does not count any more. */
  giveUp: () => void;
  end: () => void | Promise<void>;
};

type ExpectedCall = Call & { expects: number };
type CallKind = (neighbour: Neighbour, unique: number) => ExpectedCall;

const userOf = (unique: number) => `user_${unique % contactsEach}`;

/** Calls of a neighbour's backend and agent. */
const callKinds = {
  event: ({ desk: { team } }, unique) => {
    const body = { event: "Order shipped", userId: userOf(unique), properties: { amount: "59.90 EUR", reference: `R-${unique}` } };
    return { ...jsonCall("POST", "/api/v1/events", keyHeaders(team.key), body), expects: 201 };
  },
  contact: ({ desk: { team } }, unique) => ({
    ...jsonCall("GET", `/api/v1/contacts/${userOf(unique)}`, keyHeaders(team.key)),
    expects: 200,
  }),
  chats: ({ desk: { team, session } }) => ({
    ...jsonCall("GET", `/api/w/${team.workspace}/chats`, { cookie: session.cookie }),
    expects: 200,
  }),
  problems: ({ desk: { team, session } }) => ({
    ...jsonCall("GET", `/api/w/${team.workspace}/chats?view=problems`, { cookie: session.cookie }),
    expects: 200,
  }),
} satisfies Record<string, CallKind>;

/** One answered call is one sample. Nobody may have more than 300 calls with a key in a minute. */
function calls(does: string, list: readonly CallKind[], perSecond = 4): Probe {
  return {
    does,
    perSecond,
    begin: (world) => ({
      take: async (neighbour, nth) => {
        const kind = list[nth % list.length];
        if (!kind) throw new Error("A probe has no calls.");
        return timedReply(neighbour, kind(neighbour, world.next()));
      },
      giveUp: () => undefined,
      end: () => undefined,
    }),
  };
}

/** Sends a call, which may be answered in time and still not be what was asked for. */
export async function timedReply({ url }: Pick<Neighbour, "url">, { expects, ...call }: ExpectedCall): Promise<Sample> {
  const { status, ms } = await timedCall(url, call);
  return status === expects ? { ms } : { ms, failure: status === 0 ? "no answer" : String(status) };
}

export const events = calls("POST /events", [callKinds.event]);
export const reads = calls("GET a contact", [callKinds.contact]);
export const chatLists = calls("chat list, problems", [callKinds.chats, callKinds.problems]);
export const mixed = calls("POST /events, GET a contact, chat list", [callKinds.event, callKinds.contact, callKinds.chats]);
