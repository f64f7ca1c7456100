"use client";

import { Archive, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ChatSummary } from "@/lib/chats/contract";

/** In a list of chats of several states: that this one is closed, or snoozed. */
export function StateMark({ chat }: { chat: ChatSummary }) {
  const t = useTranslations("chat.list");
  const state = chat.status === "closed" ? "closed" : chat.snoozedUntil ? "snoozed" : null;
  if (!state) return null;
  const Icon = state === "closed" ? Archive : Clock3;
  return (
    <span className="flex flex-none items-center gap-1 rounded-sm border border-line px-1 text-[11px]/[16px] text-soft">
      <Icon aria-hidden className="size-3" />
      {state === "closed" ? t("closed") : t("snoozed")}
    </span>
  );
}
