"use client";

import { useTranslations } from "next-intl";
import { useOffline } from "@/lib/browser/use-offline";
import { ConnectionStrip } from "./connection-strip";

/** Shown while the stream is disconnected. When the browser is offline, the shell shows its own notice. */
export function DisconnectedStrip() {
  const t = useTranslations("shell.connection");
  return !useOffline() && <ConnectionStrip>{t("away")}</ConnectionStrip>;
}
