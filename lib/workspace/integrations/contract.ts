import { z } from "zod";
import { Time } from "@/lib/kernel/contract";

/** A stored secret, as a list may show it: `••••a91f`. Null when there is none. */
export const MaskedSecret = z.string().nullable();

/** What every integration's settings show besides its own settings. */
export const integrationState = {
  /** Why nothing is sent; null while it works. */
  pausedReason: z.string().nullable(),
  /** When the first message arrived through it. */
  firstMessageAt: Time.nullable(),
  updatedAt: Time.nullable(),
};
