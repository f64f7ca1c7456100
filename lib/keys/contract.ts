import { z } from "zod";
import { contract, Id, Name, Nothing, Time, Uuid } from "@/lib/contract";

const workspace = z.object({ workspace: z.string() });
const one = z.object({ workspace: z.string(), keyId: Id });

export const Key = z.object({
  id: Uuid,
  name: z.string(),
  /** The visible beginning, such as `bsk_Ab3dEf`. */
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
});
export type Key = z.input<typeof Key>;

const KeyName = Name(60);
const Shown = z.object({ key: Key, secret: z.string() });

export const listKeys = contract({
  method: "GET",
  path: "/api/w/{workspace}/keys",
  summary: "The workspace's API keys",
  access: "session",
  role: "admin",
  params: workspace,
  status: 200,
  output: z.object({ keys: z.array(Key) }),
});

export const createKey = contract({
  method: "POST",
  path: "/api/w/{workspace}/keys",
  summary: "Make an API key; it is shown this once",
  access: "session",
  role: "admin",
  params: workspace,
  body: z.object({ name: KeyName }),
  status: 201,
  output: Shown,
});

export const renameKey = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/keys/{keyId}",
  summary: "Give a key another name; it goes on working",
  access: "session",
  role: "admin",
  params: one,
  body: z.object({ name: KeyName }),
  status: 200,
  output: Key,
});

export const rotateKey = contract({
  method: "POST",
  path: "/api/w/{workspace}/keys/{keyId}/rotate",
  summary: "Replace a key by a new one of the same name; the old one stops at once",
  access: "session",
  role: "admin",
  params: one,
  body: Nothing,
  status: 200,
  output: Shown,
});

export const revokeKey = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/keys/{keyId}",
  summary: "Revoke a key; it stops at once",
  access: "session",
  role: "admin",
  params: one,
  status: 200,
  output: z.object({ revoked: z.literal(true) }),
});
