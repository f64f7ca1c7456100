"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { whatsAppQuery } from "@/lib/channels/whatsapp/browser/queries";
import { removeWhatsApp } from "@/lib/channels/whatsapp/endpoints";

export function Disconnect({ workspace }: { workspace: string }) {
  const [isOpen, setOpen] = useState(false);
  const t = useTranslations("settings.whatsapp.disconnect");
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removeWhatsApp, { params: { workspace } }),
    onSuccess: async () => {
      await queries.invalidateQueries(whatsAppQuery(workspace));
      setOpen(false);
      toast.success(t("done"));
    },
  });

  function open() {
    remove.reset();
    setOpen(true);
  }

  return (
    <>
      <Button onClick={open}>{t("open")}</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("title")}
        confirmLabel={t("confirm")}
        danger
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={remove.mutate}
      >
        {t("body")}
      </ConfirmDialog>
    </>
  );
}
