"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { addressOf } from "@/lib/kernel/address";
import { followWorkspace } from "@/lib/platform/notify/endpoints";
import { awayAfter } from "./connection";
import { openStream, type StreamMessage } from "./stream";

/** With the twelve seconds after which a silent stream counts as dead: at most fifteen from a freeze to the notice. */
const awayAfterMs = 2_500;

/** Listens to a workspace while the component is mounted. `away` becomes true after a while, so that short interruptions do not show. */
export function useStream(
  workspace: string,
  onMessage: (message: StreamMessage) => void,
  onRejected: () => void,
  staysOpen: () => boolean = () => false,
): { away: boolean } {
  const [away, setAway] = useState(false);
  const handleMessage = useEffectEvent(onMessage);
  const handleRejection = useEffectEvent(onRejected);
  const isNeeded = useEffectEvent(staysOpen);

  useEffect(() => {
    const onConnected = awayAfter(awayAfterMs, setAway);
    // Until the first message the connection counts as lost.
    onConnected(false);
    const close = openStream(addressOf(followWorkspace.path, { params: { workspace } }), {
      onMessage: (message) => handleMessage(message),
      onConnected,
      onRejected: () => handleRejection(),
      staysOpen: () => isNeeded(),
    });
    return () => {
      close();
      onConnected(true);
    };
  }, [workspace]);

  return { away };
}
