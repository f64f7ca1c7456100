import { z } from "zod";
import { NotificationKind } from "@/lib/desk/notifications/contract";
import { contract, Id, InWorkspace, mustBe, Uuid } from "@/lib/kernel/contract";

/** How many browsers of a member are notified in a workspace; the one that was silent longest makes room. */
export const maxBrowsers = 20;
/** How many visible tabs of a member are written down in a workspace: one is enough for nothing to be pushed. */
export const maxTabs = 50;

const Endpoint = z
  .string({ error: mustBe("an address as the browser made it") })
  .max(1_000, { error: "must be an address as the browser made it." });
const key = (bytes: number) =>
  z
    .string({ error: mustBe("a key as the browser made it") })
    .regex(/^[\w-]+={0,2}$/, { error: "must be a key as the browser made it." })
    .refine((text) => Math.floor((text.replaceAll("=", "").length * 3) / 4) === bytes, { error: "must be a key as the browser made it." });

export const getPush = contract({
  method: "GET",
  path: "/api/w/{workspace}/push",
  summary: "The key with which a browser subscribes to notifications",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: z.object({ publicKey: z.string() }),
});

export const subscribeToPush = contract({
  method: "PUT",
  path: "/api/w/{workspace}/push",
  summary: "Notify the member in this browser while no page is open, as long as this session lasts; a repeat changes what it asks for",
  access: "session",
  params: InWorkspace,
  body: z.object({
    endpoint: Endpoint,
    keys: z.object({ p256dh: key(65), auth: key(16) }),
    kinds: z.array(NotificationKind).max(NotificationKind.options.length),
    /** Whether notifications show the customer's name and what was written. */
    showsText: z.boolean({ error: mustBe("true or false") }),
    locale: z.string().max(20),
  }),
  status: 200,
  output: z.object({ id: Uuid }),
});

export const unsubscribeFromPush = contract({
  method: "POST",
  path: "/api/w/{workspace}/push/end",
  summary: "Notify the member in this browser no more; a repeat changes nothing",
  access: "session",
  params: InWorkspace,
  body: z.object({ endpoint: Endpoint }),
  status: 200,
  output: z.object({ ended: z.literal(true) }),
});

export const announceVisible = contract({
  method: "POST",
  path: "/api/w/{workspace}/push/visible",
  summary: "Say that a tab with the chats is visible, or no longer is: nothing is pushed to a member who looks at one",
  access: "session",
  params: InWorkspace,
  body: z.object({ tab: Id, isVisible: z.boolean({ error: mustBe("true or false") }) }),
  status: 200,
  /** Whether it matters: the member has notifications in a browser. */
  output: z.object({ hasPush: z.boolean() }),
});
