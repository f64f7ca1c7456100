"use client";

import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
import type { SavedReply } from "@/lib/chats/replies/contract";
import { ReplyForm } from "./reply-form";

type Props = { workspace: string; reply?: SavedReply; open: boolean; onClose: () => void };

/** Adds a saved reply, or changes the given one. */
export function ReplyDialog({ workspace, reply, open, onClose }: Props) {
  const t = useTranslations("settings.replies");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={reply ? t.rich("editTitle", { title: reply.title, bdi }) : t("addTitle")}
      hasUnsavedChanges={hasUnsavedChanges}
    >
      <div className="contents" onInput={onInput}>
        <ReplyForm workspace={workspace} reply={reply} onDone={onClose} />
      </div>
    </Dialog>
  );
}
