"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { awayAfter } from "@/lib/browser/connection";
import { openTokenStream } from "@/lib/browser/token-stream";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";
import { followFrame } from "@/lib/desk/helpdesks/endpoints";
import { addressOf } from "@/lib/kernel/address";

const awayAfterMs = 3_000;

type Options = { workspace: string; subject: SentSubject | undefined; token: string | undefined; onChange: () => void };

/** Listens while there is a token and somebody to show. `away` becomes true after three seconds, so that short interruptions do not show. */
export function useFrameStream({ workspace, subject, token, onChange }: Options): { away: boolean } {
  const [away, setAway] = useState(false);
  const handleChange = useEffectEvent(onChange);
  const address = subject && addressOf(followFrame.path, { params: { workspace }, query: subject });

  useEffect(() => {
    if (address === undefined || token === undefined) return;
    const onConnected = awayAfter(awayAfterMs, setAway);
    const close = openTokenStream({
      address,
      token,
      onChange: () => handleChange(),
      onConnected,
      // The token may have expired: the next fetch renews it, or says that nobody is signed in.
      onRefused: () => handleChange(),
    });
    return () => {
      close();
      onConnected(true);
    };
  }, [address, token]);

  return { away };
}
