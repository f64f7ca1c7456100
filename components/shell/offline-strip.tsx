"use client";

import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { ConnectionStrip } from "./connection-strip";

/** A page that was asked for without a network is waited for: Next asks again by itself, and meanwhile nobody has to wonder. */
export function OfflineStrip() {
  const t = useTranslations("shell.connection");
  return useOffline() && <ConnectionStrip>{t("offline")}</ConnectionStrip>;
}
