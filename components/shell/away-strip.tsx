"use client";

import { useOffline } from "next/offline";
import { ConnectionStrip } from "./connection-strip";

/** The screen hears of no changes for now. Without any network the shell says so already. */
export function AwayStrip() {
  return !useOffline() && <ConnectionStrip>Connecting again…</ConnectionStrip>;
}
