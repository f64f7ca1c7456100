"use client";

import { useTranslations } from "next-intl";
import { useTemplatePicker } from "@/components/desk/shared/template-picker";
import { RelativeTime } from "@/components/time/relative-time";
import { Button } from "@/components/ui/button";

type Props = { lastAt: string | null; isGone?: boolean };

/** Replaces the input for replies: only a template reopens the conversation, and nothing when the number is somebody else's now. */
export function WindowOver({ lastAt, isGone }: Props) {
  const t = useTranslations("chat.window");
  const openPicker = useTemplatePicker();
  return (
    <div role="status" className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-3 pt-2.5">
      <p className="min-w-0 flex-1 basis-64 text-pretty text-soft text-sm">
        {isGone ? t("gone") : lastAt === null ? t("neverWritten") : t.rich("over", { time: () => <RelativeTime at={lastAt} ago /> })}
      </p>
      {openPicker && <Button onClick={openPicker}>{t("choose")}</Button>}
    </div>
  );
}
