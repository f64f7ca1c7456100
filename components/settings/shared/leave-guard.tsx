"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { discardChanges, setAsk, wouldLoseChanges } from "@/lib/browser/leaving";

const isElsewhere = (url: string | null): boolean => url !== null && new URL(url).pathname !== window.location.pathname;

/** Asks before a page of the settings is left with changes that are not saved: by a link, a key, the palette or the way back. */
export function LeaveGuard() {
  const t = useTranslations("ui");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [go, setGo] = useState<() => void>();

  useEffect(() => {
    const listening = new AbortController();
    const ask = (next: () => void) => {
      setGo(() => next);
      setOpen(true);
    };
    setAsk((address) => ask(() => router.push(address)));
    // The browser asks in its own words before the page is closed or loaded again.
    window.addEventListener("beforeunload", (event) => wouldLoseChanges() && event.preventDefault(), listening);
    // Only some browsers let a page hold the way back.
    window.navigation?.addEventListener(
      "navigate",
      (event) => {
        const { key, url } = event.destination;
        if (event.navigationType !== "traverse" || !event.cancelable || !isElsewhere(url) || !wouldLoseChanges()) return;
        event.preventDefault();
        ask(() => window.navigation.traverseTo(key));
      },
      listening,
    );
    return () => {
      setAsk(undefined);
      listening.abort();
    };
  }, [router]);

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t("discardTitle")}
      cancelLabel={t("keepEditing")}
      confirmLabel={t("discard")}
      danger
      onConfirm={() => {
        setOpen(false);
        discardChanges();
        go?.();
      }}
    >
      {t("discardText")}
    </ConfirmDialog>
  );
}
