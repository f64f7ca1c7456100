"use client";

import { useTranslations } from "next-intl";
import { useOffline } from "@/lib/browser/use-offline";
import { ConnectionStrip } from "./connection-strip";

/** Next retries a navigation that was started offline; this notice explains the wait. */
export function OfflineStrip() {
  const t = useTranslations("shell.connection");
  return useOffline() && <ConnectionStrip>{t("offline")}</ConnectionStrip>;
}
