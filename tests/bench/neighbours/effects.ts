import { randomUUID } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { kinds, signatureOf, webhookWith } from "../../support/whatsapp";
import { type Call, jsonCall, keyHeaders } from "./call";
import { addEndpoint } from "./endpoint";
import { type Probe, timedReply } from "./probes";
import { lookFor, newWaiting, type Waiting } from "./waiting";
import type { Neighbour, World } from "./world";

type Sending = { call: Call; expects: number; key: string };

type Effect = {
  does: string;
  perSecond?: number;
  send: (neighbour: Neighbour, world: World, waiting: Waiting) => Sending;
  /** Begins to look for what does not say by itself that it is there. Returns the function that ends it. */
  look?: (world: World, waiting: Waiting) => () => Promise<void>;
};

/** The time from a call until its effect is there, which may be long after the answer. */
function effect({ does, perSecond = 1, send, look }: Effect): Probe {
  return {
    does,
    perSecond,
    begin: (world) => {
      const waiting = newWaiting();
      const end = look?.(world, waiting) ?? (() => undefined);
      return {
        take: async (neighbour) => {
          const { call, expects, key } = send(neighbour, world, waiting);
          const begun = performance.now();
          const came = waiting.until(key);
          const reply = await timedReply(neighbour, { ...call, expects });
          if (reply.failure !== undefined) return reply;
          const isThere = await came;
          const ms = performance.now() - begun;
          return isThere ? { ms } : { ms, failure: "not there in time" };
        },
        giveUp: waiting.giveUp,
        end,
      };
    },
  };
}

/** Looks with a statement whose rows have the keys of what is there. */
const bySql =
  (statement: string, valuesOf: (neighbours: Neighbour[]) => unknown[]) =>
  ({ query, neighbours }: World, waiting: Waiting) => {
    const ending = new AbortController();
    const values = valuesOf(neighbours);
    const find = async (keys: string[]) => (await query<{ key: string }>(statement, [keys, ...values])).map(({ key }) => key);
    const looking = lookFor(waiting, find, ending.signal);
    return () => {
      ending.abort();
      return looking;
    };
  };

const idsOf = (neighbours: Neighbour[]) => neighbours.map(({ id }) => id);

export const messages = effect({
  does: "a WhatsApp webhook with one message → in its chat",
  send: ({ desk: { team, channel, customer } }) => {
    const text = `Message ${randomUUID()}`;
    const body = JSON.stringify(webhookWith(kinds.text(customer, text)));
    const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(channel.appSecret, body) };
    return { call: { method: "POST", path: `/api/channels/whatsapp/${team.workspace}`, headers, body }, expects: 200, key: text };
  },
  look: bySql(
    "select text as key from chat_item where workspace_id = any($2::uuid[]) and chat_id = any($3::uuid[]) and text = any($1::text[])",
    (neighbours) => [idsOf(neighbours), neighbours.map(({ desk }) => desk.chatId)],
  ),
});

export const answers = effect({
  does: "an agent’s answer → at Meta’s stand-in",
  send: ({ desk: { team, session, chatId, recipient } }, { graph }, waiting) => {
    const text = `Answer ${randomUUID()}`;
    const headers = { cookie: session.cookie, origin: team.url, "content-type": "application/json" };
    graph.play(recipient, () => {
      const arrived = graph.messagesTo(recipient).at(-1)?.body["text"] as { body: string };
      waiting.came(arrived.body);
    });
    const body = { id: newId(), kind: "message", text };
    return { call: jsonCall("POST", `/api/w/${team.workspace}/chats/${chatId}/messages`, headers, body), expects: 201, key: text };
  },
});

export const found = effect({
  does: "PUT of a new contact → in the search’s index",
  send: ({ desk: { team } }) => {
    const userId = `new_${randomUUID()}`;
    const call = jsonCall("PUT", `/api/v1/contacts/${userId}`, keyHeaders(team.key), { name: `Grace ${userId.slice(-6)}` });
    return { call, expects: 200, key: userId };
  },
  look: bySql(
    `select c.user_id as key from contact c join search_person s on s.workspace_id = c.workspace_id and s.id = c.id
     where c.workspace_id = any($2::uuid[]) and c.user_id = any($1::text[])`,
    (neighbours) => [idsOf(neighbours)],
  ),
});

/** Neighbours whose server gets webhooks, from the first event of theirs on that is waited for. */
const subscribed = new Set<string>();

async function subscribe({ id, desk: { team } }: Neighbour, { receiver }: World): Promise<void> {
  if (subscribed.has(id)) return;
  subscribed.add(id);
  await addEndpoint(team, `${receiver.origin}/`);
}

const sentEvents = effect({
  does: "POST /events → its webhook at the company’s server",
  send: ({ desk: { team } }) => {
    const reference = randomUUID();
    const body = { event: "Order shipped", userId: "user_1", properties: { reference } };
    return { call: jsonCall("POST", "/api/v1/events", keyHeaders(team.key), body), expects: 201, key: reference };
  },
  look: ({ receiver }, waiting) => {
    receiver.onWebhook((body) => {
      for (const key of waiting.keys()) if (body.includes(key)) waiting.came(key);
    });
    return async () => receiver.onWebhook(() => undefined);
  },
});

export const webhooks: Probe = {
  ...sentEvents,
  begin: (world) => {
    const { take, ...probing } = sentEvents.begin(world);
    return {
      ...probing,
      take: async (neighbour, nth) => {
        await subscribe(neighbour, world);
        return take(neighbour, nth);
      },
    };
  },
};

/** A webhook so large that memory is reserved for it; what is in it besides the message is left out. */
export const largeWebhooks: Probe = {
  does: "a WhatsApp webhook of 100 kB",
  perSecond: 2,
  begin: () => ({
    take: ({ url, desk: { team, channel, customer } }) => {
      const body = JSON.stringify({ ...webhookWith(kinds.text(customer, "Hello")), padding: "x".repeat(100_000) });
      const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(channel.appSecret, body) };
      return timedReply({ url }, { method: "POST", path: `/api/channels/whatsapp/${team.workspace}`, headers, body, expects: 200 });
    },
    giveUp: () => undefined,
    end: () => undefined,
  }),
};
