import { createHmac, randomBytes } from "node:crypto";
import type { readMessages, VisitorMessage } from "@/lib/channels/website/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import { expect } from "./expect";
import { type Reply, randomClientAddress, type Session, send, type Team } from "./fixtures";
import { openStreamAt, type Stream } from "./listening";

type Message = Omit<VisitorMessage, "createdAt"> & { createdAt: string };
type Options = { headers?: Record<string, string> };

/** A browser on a customer's website: its own token, and an address of its own because calls are limited by network. */
export type Visitor = {
  token: string;
  /** The headers with which the frame calls. */
  headers: Record<string, string>;
  call: (method: string, path: string, body?: unknown, options?: Options) => Promise<Reply>;
  /** Sends a message that must be accepted. */
  say: (text: string, id?: string) => Promise<Message>;
  read: (query?: Record<string, string>) => Promise<ReplyOf<typeof readMessages>>;
  texts: () => Promise<string[]>;
  listen: () => Promise<Stream>;
};

export const newToken = (): string => randomBytes(32).toString("base64url");

export function newVisitor({ url, workspace }: Pick<Team, "url" | "workspace">, token = newToken()): Visitor {
  const headers = { authorization: `Bearer ${token}`, origin: url, ...randomClientAddress() };
  const base = `${url}/api/widget/${workspace}`;
  const call: Visitor["call"] = (method, path, body, options = {}) =>
    send(base + path, { method, body, headers: { ...headers, ...options.headers } });
  const read: Visitor["read"] = async (query = {}) => {
    const reply = await call("GET", `/messages?${new URLSearchParams(query)}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as ReplyOf<typeof readMessages>;
  };
  return {
    token,
    headers,
    call,
    read,
    say: async (text, id = newId()) => {
      const reply = await call("POST", "/messages", { id, text });
      expect(reply.status, reply.text).toBe(201);
      return reply.body["message"] as Message;
    },
    texts: async () => (await read()).items.map(({ text }) => text),
    listen: () => openStreamAt(`${base}/stream`, headers),
  };
}

export const websiteSettings: WebsiteSettings = {
  allowedOrigins: ["https://shop.example.com"],
  allowAnyOrigin: false,
  colour: "#1d4ed8",
  position: "right",
  greeting: "Hello! How can we help?",
  language: "auto",
  isOn: true,
};

/** Switches the chat on the website on; the session is the owner's. */
export async function openWebsite(team: Team, settings: Partial<WebsiteSettings> = {}): Promise<Session> {
  const session = await team.signIn();
  const reply = await session.call("PUT", "/widget", { ...websiteSettings, ...settings });
  expect(reply.status, reply.text).toBe(200);
  return session;
}

/** The chats of the desk, newest first. */
export async function deskChats(session: Session): Promise<{ id: string; status: string }[]> {
  const reply = await session.call("GET", "/chats");
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as { id: string; status: string }[];
}

/** The visitor's newest chat on the desk, where one visitor has written. */
export async function onlyChat(session: Session): Promise<string> {
  const [chat, ...others] = await deskChats(session);
  expect(others).toEqual([]);
  return chat?.id ?? "";
}

/** An agent answers. */
export async function answer(session: Session, chatId: string, text: string, kind: "message" | "note" = "message"): Promise<void> {
  const reply = await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind, text });
  expect(reply.status, reply.text).toBe(201);
}

export const identifySecretOf = async (session: Session): Promise<string> =>
  String((await session.call("POST", "/widget/secret/reveal", {})).body["secret"]);

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A token as the customer's server would sign it, valid for a minute unless the claims say otherwise. */
export function identifyToken(secret: string, claims: object, header: object = { alg: "HS256", typ: "JWT" }): string {
  const signed = `${encoded(header)}.${encoded({ exp: nowSeconds() + 60, ...claims })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
