"use client";

import { useOffline } from "next/offline";
import { ConnectionStrip } from "./connection-strip";

/** A page that was asked for without a network is waited for: Next asks again by itself, and meanwhile nobody has to wonder. */
export function OfflineStrip() {
  return useOffline() && <ConnectionStrip>No connection. Trying again…</ConnectionStrip>;
}
