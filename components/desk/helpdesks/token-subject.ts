import { z } from "zod";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";

const Claims = z.object({ subject: z.object({ userId: z.string().exactOptional(), phone: z.string().exactOptional() }) });

/** The token in the fragment of the address: `#token=…`. */
export const tokenIn = (fragment: string): string | undefined => new URLSearchParams(fragment).get("token") ?? undefined;

/**
 * The person whom a backend's token names, so that an agent who signs in sees the same person. It proves nothing here: the server checks the token,
 * and an agent may see everybody.
 */
export function tokenSubject(token: string): SentSubject {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes))).subject;
  } catch {
    return {};
  }
}
