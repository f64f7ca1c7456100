"use client";

import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { Link } from "@/components/ui/link";

export function BackToChats() {
  const t = useTranslations("chat.list");
  const { workspace } = useLive();
  return (
    <Link href={`/${workspace}/chats`} className="text-accent underline underline-offset-2">
      {t("all")}
    </Link>
  );
}
