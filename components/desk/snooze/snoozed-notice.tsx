"use client";

import { Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { When } from "@/components/time/when";
import { Button } from "@/components/ui/button";
import { useSnooze } from "./use-snooze";

/** Above a conversation that comes back into the list later. */
export function SnoozedNotice({ chatId, until }: { chatId: string; until: string }) {
  const t = useTranslations("chat.snooze");
  const snooze = useSnooze(chatId);
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-note-line border-b bg-note px-4 py-1.5 text-sm max-md:px-3"
    >
      <Clock3 aria-hidden className="size-4 flex-none" />
      <p className="min-w-0 flex-1 basis-40">{t.rich("until", { time: () => <When at={until} /> })}</p>
      <Button onClick={() => snooze(null)}>{t("wake")}</Button>
    </div>
  );
}
