import { createHmac } from "node:crypto";
import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "./expect";
import type { Reply, Session, Team } from "./fixtures";
import type { Call, Receiver, ReceiverReply } from "./receiver";

export type ActionItem = Extract<ChatItem, { kind: "action" }>;
export type CardItem = Extract<ChatItem, { kind: "card" }>;

/** A signed-in agent with a chat, a button, and the customer's server that the button calls. */
export type Desk = {
  session: Session;
  chatId: string;
  buttonId: string;
  press: (id?: string, buttonId?: string) => Promise<Reply>;
  items: (chatId?: string) => Promise<ChatItem[]>;
  /** Waits for the outcome of a press. */
  outcome: (callId: string, timeoutMs?: number) => Promise<ActionItem>;
  /** Presses the button, and waits for the outcome. */
  pressAndWait: () => Promise<ActionItem>;
  /** The calls that the customer's server got so far. */
  calls: () => Call[];
  /** Sets the reply of the customer's server to the calls that follow. */
  replyWith: (answer: ReceiverReply | Promise<ReceiverReply>) => void;
};

export const customer = { channel: "whatsapp", phone: "447911000001", name: "Ada Okafor" };

/** Sets up the address and a button, and opens a chat with `from`. */
export async function newDesk(team: Team, receiver: Receiver, from: object = customer): Promise<Desk> {
  const session = await team.signIn();
  const path = `/${team.workspace}`;
  await session.call("PUT", "/actions/address", { url: receiver.origin + path });
  const button = await session.call("POST", "/actions/buttons", { label: "Refund é 👍", action: "refund" });
  const { chatId } = await team.sendMessage(from);
  return deskAt(session, { chatId, buttonId: String(button.body["id"]), receiver, path });
}

type DeskPosition = { chatId: string; buttonId: string; receiver: Receiver; path: string };

/** A desk for another session, for instance after a restart. */
export function deskAt(session: Session, { chatId, buttonId, receiver, path }: DeskPosition): Desk {
  const items = async (chat = chatId) => (await session.call("GET", `/chats/${chat}/items`)).body["items"] as ChatItem[];
  const press: Desk["press"] = (id = newId(), button = buttonId) =>
    session.call("POST", `/chats/${chatId}/actions`, { id, buttonId: button });

  const outcome: Desk["outcome"] = async (callId, timeout = 15_000) => {
    const find = async () => (await items()).find((item): item is ActionItem => item.kind === "action" && item.outcome.callId === callId);
    await expect.poll(async () => (await find()) !== undefined, { timeout, message: "an outcome in the chat" }).toBe(true);
    const found = await find();
    if (!found) throw new Error("The outcome went away.");
    return found;
  };

  return {
    session,
    chatId,
    buttonId,
    press,
    items,
    outcome,
    pressAndWait: async () => {
      const reply = await press();
      expect(reply.status, reply.text).toBe(202);
      return outcome(String(reply.body["callId"]));
    },
    calls: () => receiver.calls(path),
    replyWith: (answer) => receiver.on(path, () => answer),
  };
}

/** The signature that a receiver computes by spec §5.2, implemented from the specification. */
export const signatureBy = (secret: string, { headers, raw }: Call): string =>
  `sha256=${createHmac("sha256", secret)
    .update(Buffer.concat([Buffer.from(`${headers["x-service-timestamp"]}.`), raw]))
    .digest("hex")}`;

/** A receiver that knows one secret: either of the signatures in the header is enough. */
export const accepts = (secret: string, call: Call): boolean =>
  String(call.headers["x-service-signature"]).split(",").includes(signatureBy(secret, call));
