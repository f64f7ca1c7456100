import { refused } from "@/lib/kernel/refused";
import { Origin } from "@/lib/workspace/integrations/shared/settings";

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";

/** https, or http on a developer's own machine. */
function isSafe(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLocal(hostname);
}

/** The origin of a page that shows the panel in a frame. */
export const FrameOrigin = Origin.refine(isSafe, refused("secure"));
