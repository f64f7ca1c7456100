"use client";

import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Panel } from "@/lib/desk/panel/contract";
import { useBlock } from "./use-block";

/** Above the conversation with a person whose messages are refused. */
export function BlockedNotice({ panel }: { panel: Panel }) {
  const t = useTranslations("chat.person");
  const { mutate, isPending } = useBlock(panel);
  return (
    <div role="status" className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-note-line border-b bg-note px-4 py-2">
      <Ban aria-hidden className="size-4 flex-none" />
      <p className="min-w-0 flex-1 basis-48">{t("blocked")}</p>
      <Button busy={isPending} onClick={() => mutate(false, { onError: (error) => toast.error(error.message) })}>
        {t("unblock")}
      </Button>
    </div>
  );
}
