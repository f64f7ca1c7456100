/**
 * Links are the ways to a contact that people decide on: codes that customers send, and conflicts that admins resolve. The rule of
 * linking itself is in `lib/people`.
 */

import { z } from "zod";
import { Cursor, contract, Id, InWorkspace, mustBe, Page, Time, Uuid, WireTime } from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import { UserId } from "@/lib/people/shared/identity";

const LinkCode = z
  .object({
    code: z.string().meta({ description: "Shown this once; used at most once.", example: "BS-7K2QF-9XM4D" }),
    expiresAt: Time.meta({ description: "15 minutes after it was made." }),
    whatsappUrl: z.string().nullable().meta({
      format: "uri",
      description: "Opens a WhatsApp chat with the code typed in; null while no WhatsApp number is connected.",
      example: "https://wa.me/15550100200?text=BS-7K2QF-9XM4D",
    }),
  })
  .meta({ id: "LinkCode" });

export const createLinkCode = contract({
  method: "POST",
  path: "/api/v1/contacts/{userId}/link-codes",
  ...idempotent("people"),
  summary: "Create a one-time code that links a chat to a contact",
  description: "The first chat message that holds the code links its sender to the contact, whatever phone they write from.",
  access: "key",
  isPublished: true,
  params: z.object({ userId: UserId }),
  status: 201,
  output: LinkCode,
  errors: ["invalid_user_id", "customer_not_found"],
});

/** One side of a conflict. */
const Side = z.object({
  userId: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  linkedChats: z.int(),
  /** When somebody in one of its chats last wrote, or an agent to them. */
  lastSeenAt: WireTime.nullable(),
});

/** A userId and a phone that came together and belong to different contacts. They are kept apart until an admin decides. */
export const Conflict = z.object({
  id: Uuid,
  /** Null when a link code was used by somebody without a known phone. */
  phone: z.string().nullable(),
  createdAt: Time,
  lastSeenAt: Time,
  /** The contact of the userId. */
  contact: Side,
  /** The contact that has the phone. */
  other: Side,
});
export type Conflict = z.input<typeof Conflict>;

export const listConflicts = contract({
  method: "GET",
  path: "/api/w/{workspace}/conflicts",
  summary: "Contacts and phones that came together and belong to different people, the latest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: z.object({ cursor: Cursor }),
  status: 200,
  output: Page(Conflict),
});

export const Decision = z.enum(["keep_apart", "move_phone"], { error: mustBe('"keep_apart" or "move_phone"') });
export type Decision = z.output<typeof Decision>;

export const resolveConflict = contract({
  method: "POST",
  path: "/api/w/{workspace}/conflicts/{conflictId}",
  summary: "Keep the two contacts apart, or move the phone to the contact of the userId",
  access: "session",
  role: "admin",
  params: InWorkspace.extend({ conflictId: Id }),
  body: z.object({ decision: Decision }),
  status: 200,
  output: z.object({ resolution: z.enum(["kept_apart", "phone_moved"]) }),
  errors: ["conflict"],
});
