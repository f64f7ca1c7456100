import { newId } from "@/lib/kernel/ids";
import type { Incoming } from "./request";

/** A caller's own well-formed id is kept, so that their log and ours can be laid side by side. */
export function requestIdOf(incoming: Incoming): string {
  const own = incoming.header("x-request-id") ?? "";
  return /^[A-Za-z0-9._:+/=~-]{1,128}$/.test(own) ? own : newId();
}
