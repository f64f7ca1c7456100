"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type Heard, openStream } from "./stream";

const patienceMs = 3000;

/** Listens to a stream for as long as the component lives. Short interruptions are nobody's business: `away` begins after three seconds. */
export function useStream(address: string, onHeard: (what: Heard) => void, onRefused: () => void): { away: boolean } {
  const [away, setAway] = useState(false);
  const heard = useEffectEvent(onHeard);
  const refused = useEffectEvent(onRefused);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connected = (isConnected: boolean) => {
      if (isConnected) {
        clearTimeout(timer);
        timer = undefined;
        setAway(false);
      } else {
        timer ??= setTimeout(() => setAway(true), patienceMs);
      }
    };
    // Until the first answer the connection counts as lost.
    connected(false);
    const close = openStream(address, { heard: (what) => heard(what), connected, refused: () => refused() });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [address]);

  return { away };
}
