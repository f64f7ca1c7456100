import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { contract, Id, InWorkspace, mustBe, Uuid } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";

const OfPerson = InWorkspace.extend({ personId: Id });

/** The people that an erasure takes: somebody as one channel knows them, or also their contact with everybody who is linked to it. */
export const Scope = z.enum(["person", "contact"], { error: mustBe('"person" or "contact"') });
export type Scope = z.output<typeof Scope>;

export const Erasable = z.object({
  id: Uuid,
  /** What an admin repeats to confirm. */
  displayName: DisplayName,
  chatsCount: z.int(),
  filesCount: z.int(),
  contact: z.object({ id: Uuid, userId: z.string(), displayName: z.string() }).nullable(),
  /** Other people who are linked to that contact, 50 at most. */
  others: z.array(z.object({ id: Uuid, channel: Channel, displayName: DisplayName })),
});
export type Erasable = z.input<typeof Erasable>;

export const getErasable = contract({
  method: "GET",
  path: "/api/w/{workspace}/people/{personId}",
  summary: "What an erasure of somebody in a chat would take",
  access: "session",
  role: "admin",
  params: OfPerson,
  status: 200,
  output: Erasable,
});

export const erasePerson = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/people/{personId}",
  summary: "Erase somebody in a chat with all that is kept of them, or also their contact; the name confirms whom",
  access: "session",
  role: "admin",
  params: OfPerson,
  body: z.object({ displayName: DisplayName, scope: Scope }),
  status: 200,
  output: z.object({ erased: z.literal(true), people: z.int(), chats: z.int(), events: z.int() }),
  errors: ["conflict"],
});
