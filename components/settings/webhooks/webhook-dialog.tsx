"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
import type { Endpoint } from "./endpoint";
import { WebhookForm } from "./webhook-form";

type Props = {
  workspace: string;
  endpoint?: Endpoint;
  open: boolean;
  onClose: () => void;
  onSecret?: (secret: string) => void;
};

/** Adds an endpoint, or changes the given one. */
export function WebhookDialog({ workspace, endpoint, open, onClose, onSecret }: Props) {
  const t = useTranslations("settings.webhooks");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t(endpoint ? "editTitle" : "addTitle")}
      hasUnsavedChanges={hasUnsavedChanges}
    >
      <div className="contents" onInput={onInput}>
        <WebhookForm workspace={workspace} endpoint={endpoint} onDone={onClose} onSecret={onSecret} />
      </div>
    </Dialog>
  );
}
