"use client";

import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { ConnectionStrip } from "./connection-strip";

/** The screen hears of no changes for now. Without any network the shell says so already. */
export function AwayStrip() {
  const t = useTranslations("shell.connection");
  return !useOffline() && <ConnectionStrip>{t("away")}</ConnectionStrip>;
}
