"use client";

import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
import type { Tag } from "@/lib/chats/tags/contract";
import { TagForm } from "./tag-form";

type Props = { workspace: string; tag?: Tag; open: boolean; onClose: () => void };

/** Adds a tag, or changes the given one. */
export function TagDialog({ workspace, tag, open, onClose }: Props) {
  const t = useTranslations("settings.tags");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={tag ? t.rich("editTitle", { name: tag.name, bdi }) : t("addTitle")}
      hasUnsavedChanges={hasUnsavedChanges}
    >
      <div className="contents" onInput={onInput}>
        <TagForm workspace={workspace} tag={tag} onDone={onClose} />
      </div>
    </Dialog>
  );
}
