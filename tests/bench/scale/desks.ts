import { newId } from "@/lib/kernel/ids";
import { send } from "../../support/fixtures";
import type { Running } from "../../support/server";
import { type Desk, newDesks } from "../desk";
import type { Request } from "./drive";

const chatsEach = 30;

/** Workspaces with agents' screens: contacts, each with a chat in which both have written, and every tenth with a problem. */
export type Filled = Desk & { chatIds: string[] };

const phoneOf = (chat: number) => `4479120${String(chat).padStart(5, "0")}`;

const customerMessage = (workspace: string, chat: number): Request & { body: string; path: string } => ({
  method: "POST",
  path: `/api/simulator/${workspace}/messages`,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    id: newId(),
    from: { channel: "whatsapp", phone: phoneOf(chat) },
    text: "Where is my order ord-2041? It should be here by now.",
  }),
});

async function fill(url: string, desk: Desk): Promise<Filled> {
  const headers = { authorization: `Bearer ${desk.key}` };
  const chatIds: string[] = [];
  for (let chat = 0; chat < chatsEach; chat += 1) {
    const body = { name: `Ada Okafor ${chat}`, phone: phoneOf(chat), attributes: { plan: "pro", seats: chat } };
    await send(`${url}/api/v1/contacts/user_${chat}`, { method: "PUT", headers, body });
    const { path, body: message } = customerMessage(desk.workspace, chat);
    const reply = await send(`${url}${path}`, { method: "POST", raw: message });
    if (reply.status !== 201) throw new Error(reply.text);
    chatIds.push(String(reply.body["chatId"]));
    if (chat % 10 !== 0) continue;
    const event = { event: "Payment failed", userId: `user_${chat}`, properties: { amount: "59.90 EUR", reference: `INV-${chat}` } };
    await send(`${url}/api/v1/events`, { method: "POST", headers, body: event });
  }
  return { ...desk, chatIds };
}

export async function filledDesks(server: Running, env: Record<string, string>, count: number): Promise<Filled[]> {
  const names = Array.from({ length: count }, (_, n) => `scale-${newId().slice(-8)}-${n}`);
  const desks = await newDesks(server, env, names);
  return Promise.all(desks.map((desk) => fill(server.url, desk)));
}

export type DeskCall = "chatList" | "chatRows" | "newItems" | "panel" | "contactList" | "search" | "customerMessage" | "agentMessage";
export const deskCalls: readonly DeskCall[] = [
  "chatList",
  "chatRows",
  "newItems",
  "panel",
  "contactList",
  "search",
  "customerMessage",
  "agentMessage",
];

export const statusOf = (call: DeskCall): number => (call === "customerMessage" || call === "agentMessage" ? 201 : 200);

/** The nth call of this kind, in turn over all workspaces and their chats. */
export function deskRequest(call: DeskCall, desks: readonly Filled[], origin: string, nth: number): Request {
  const desk = desks[nth % desks.length] as Filled;
  const chat = Math.floor(nth / desks.length) % chatsEach;
  const chatId = desk.chatIds[chat];
  const own = `/api/w/${desk.workspace}`;
  // Some calls are limited by the caller's network.
  const headers = { cookie: desk.cookie, origin, "x-forwarded-for": `10.1.${nth % 256}.${Math.floor(nth / 256) % 256}` };
  const get = (path: string): Request => ({ method: "GET", path: `${own}${path}`, headers });
  if (call === "chatList") return get("/chats");
  if (call === "chatRows") return get(`/chats?ids=${chatId}`);
  if (call === "newItems") return get(`/chats/${chatId}/items?after=1000000`);
  if (call === "panel") return get(`/chats/${chatId}/panel`);
  if (call === "contactList") return get("/contacts");
  if (call === "search") return get(`/search?q=${chat % 2 === 0 ? "order" : `okafor%20${chat}`}`);
  if (call === "customerMessage") return customerMessage(desk.workspace, chat);
  const body = JSON.stringify({ id: newId(), kind: "message", text: "It left our warehouse this morning, and is with you tomorrow." });
  return { method: "POST", path: `${own}/chats/${chatId}/messages`, headers: { ...headers, "content-type": "application/json" }, body };
}

export type KeyCall = "event" | "get" | "put";

type World = { workspaces: { key: string }[] };

/** The nth call with a key: every tenth event is a problem with a reference, and half of the people have an open chat. */
export function keyRequest(call: KeyCall, { workspaces }: World, nth: number): Request {
  const { key } = workspaces[nth % workspaces.length] ?? { key: "" };
  const user = Math.floor(nth / workspaces.length) % 20;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const path = `/api/v1/contacts/user_${user}`;
  if (call === "get") return { method: "GET", path, headers };
  if (call === "put")
    return { method: "PUT", path, headers, body: JSON.stringify({ name: "Ada Okafor", attributes: { seats: nth % 50 } }) };
  const info = { event: "Order placed", properties: { amount: "59.90 EUR", items: 3 } };
  const problem = { event: "Payment failed", properties: { amount: "59.90 EUR", reference: "INV-2041" } };
  const body = JSON.stringify({ ...(nth % 10 === 0 ? problem : info), userId: `user_${user}` });
  return { method: "POST", path: "/api/v1/events", headers, body };
}
