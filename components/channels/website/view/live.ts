import { createContext, use } from "react";
import type { Live } from "@/components/channels/website/conversation";

export const LiveContext = createContext<Live | undefined>(undefined);

/** The conversation that is shown. */
export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error("useLive needs a LiveContext around it.");
  return live;
}
