import { newId } from "@/lib/ids";

/** A caller's own well-formed id is kept, so that their log and ours can be laid side by side. */
export function requestIdOf(request: Request): string {
  const own = request.headers.get("x-request-id") ?? "";
  return /^[A-Za-z0-9._:+/=~-]{1,128}$/.test(own) ? own : newId();
}
