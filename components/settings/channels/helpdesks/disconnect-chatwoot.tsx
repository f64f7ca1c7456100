"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useSaveHelpdesks } from "./use-helpdesks";

export function DisconnectChatwoot({ workspace, origin }: { workspace: string; origin: string }) {
  const [isOpen, setOpen] = useState(false);
  const t = useTranslations("settings.helpdesks.disconnect");
  const save = useSaveHelpdesks(workspace);

  function open() {
    save.reset();
    setOpen(true);
  }

  function disconnect() {
    // The button is gone with the connection, so the message does not depend on this component.
    const done = t("done");
    save.mutateAsync({ chatwoot: null }).then(
      () => toast.success(done),
      () => undefined,
    );
  }

  return (
    <>
      <Button onClick={open}>{t("open")}</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("title", { origin })}
        confirmLabel={t("confirm")}
        danger
        busy={save.isPending}
        error={save.error?.message}
        onConfirm={disconnect}
      >
        {t("body")}
      </ConfirmDialog>
    </>
  );
}
