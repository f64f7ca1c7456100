import { z } from "zod";
import { contract, EmptyObject, Id, InWorkspace, Name, Time, Uuid } from "@/lib/kernel/contract";

const keyParams = InWorkspace.extend({ keyId: Id });

/** A replaced key that works until `endsAt`. */
export const OlderKey = z.object({
  id: Uuid,
  /** The visible beginning, such as `bsk_Ab3dEf`. */
  prefix: z.string(),
  lastFour: z.string(),
  lastUsedAt: Time.nullable(),
  endsAt: Time,
});
export type OlderKey = z.input<typeof OlderKey>;

export const Key = z.object({
  id: Uuid,
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
  older: z.array(OlderKey),
});
export type Key = z.input<typeof Key>;

/** The longest time that an old and a new key work side by side. */
export const maxOverlapSeconds = 24 * 60 * 60;

export const getMe = contract({
  method: "GET",
  path: "/api/v1/me",
  summary: "Read whose key this is",
  description: "The workspace and the name of the key: a call to try a key with.",
  access: "key",
  isPublished: true,
  status: 200,
  output: z
    .object({
      workspace: z
        .object({ id: Uuid, name: z.string() })
        .meta({ id: "KeyWorkspace", example: { id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10", name: "Acme" } }),
      key: z
        .object({ id: Uuid, name: z.string() })
        .meta({ id: "KeyName", example: { id: "0198f3b2-1a5d-7c41-8e0f-6b9d2c7a4f35", name: "Billing" } }),
      version: z.string().meta({ description: "Of Beside, on this server.", example: "1.0.0" }),
    })
    .meta({ id: "Me" }),
});

const KeyName = Name(60);
const Shown = z.object({ key: Key, secret: z.string() });

const overlapError = `must be whole seconds from 0 (the old key stops at once) to ${maxOverlapSeconds} (24 hours).`;
const Rotation = z.object({
  /** How long the old key still works. */
  overlapSeconds: z.int({ error: overlapError }).min(0, { error: overlapError }).max(maxOverlapSeconds, { error: overlapError }).default(0),
});

export const listKeys = contract({
  method: "GET",
  path: "/api/w/{workspace}/keys",
  summary: "The workspace's API keys",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ keys: z.array(Key) }),
});

export const createKey = contract({
  method: "POST",
  path: "/api/w/{workspace}/keys",
  madePerMinute: 30,
  summary: "Make an API key; it is shown this once",
  access: "session",
  role: "admin",
  params: InWorkspace,
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
  params: keyParams,
  body: z.object({ name: KeyName }),
  status: 200,
  output: Key,
});

export const rotateKey = contract({
  method: "POST",
  path: "/api/w/{workspace}/keys/{keyId}/rotate",
  madePerMinute: 30,
  summary: "Replace a key by a new one of the same name; the old one stops at once, or after an overlap of up to 24 hours",
  access: "session",
  role: "admin",
  params: keyParams,
  body: Rotation,
  status: 200,
  output: Shown,
});

export const endKeyOverlap = contract({
  method: "POST",
  path: "/api/w/{workspace}/keys/{keyId}/end",
  summary: "Stop a key that was replaced, before its time is over",
  access: "session",
  role: "admin",
  params: keyParams,
  body: EmptyObject,
  status: 200,
  output: z.object({ ended: z.literal(true) }),
});

export const revokeKey = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/keys/{keyId}",
  summary: "Revoke a key; it stops at once, with those that it replaced",
  access: "session",
  role: "admin",
  params: keyParams,
  status: 200,
  output: z.object({ revoked: z.literal(true) }),
});
