"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type ErrorNoticeProps = { digest: string | undefined; onRetry: () => void };

/** Only the digest identifies the cause, in the server's log. */
export function ErrorNotice({ digest, onRetry }: ErrorNoticeProps) {
  const t = useTranslations("errors.page");
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert />}
        title={t("title")}
        isPage
        action={
          <Button variant="primary" onClick={onRetry}>
            {t("retry")}
          </Button>
        }
      >
        <p>{t("text")}</p>
        {digest && (
          <p className="mt-2 text-xs">{t.rich("number", { digest, code: (text) => <code className="font-mono">{text}</code> })}</p>
        )}
      </EmptyState>
    </div>
  );
}
