import { useLocale, useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { toast } from "@/components/ui/toast";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { maxAttachments, maxUploadBytes } from "@/lib/chats/attachments/shared/limits";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import { useDroppedFiles } from "./use-dropped-files";
import { useUploads } from "./use-uploads";

const fileChips = loader(() => import("./file-chips").then(({ FileChips }) => FileChips));

type Options = { attachments: NonNullable<Draft["attachments"]>; isOn: boolean; change: (next: (draft: Draft) => Draft) => void };

/** Uploads the files of the draft, which are chosen, dropped or pasted. */
export function useFiles(draftKey: DraftKey, { attachments, isOn, change }: Options) {
  const t = useTranslations("chat.composer");
  const locale = useLocale();
  const failures = { tooLarge: t("tooLarge", { size: sizeOf(maxUploadBytes, locale) }), failed: t("notUploaded") };
  const { uploads, add, drop } = useUploads(draftKey, failures, (file) =>
    change((now) => ({ ...now, attachments: [...(now.attachments ?? []), file] })),
  );
  const count = attachments.length + uploads.length;
  const FileChips = useLoaded(fileChips, count > 0);
  const isOver = useDroppedFiles(isOn ? addFiles : undefined);

  function addFiles(files: File[]) {
    const left = Math.max(0, maxAttachments - count);
    if (files.length > left) toast.error(t("tooMany", { count: maxAttachments }));
    add(files.slice(0, left));
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    // Tables and formatted text come with a picture of themselves.
    if (!isOn || files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
    event.preventDefault();
    addFiles(files);
  }

  const chips = isOn && FileChips && (
    <FileChips
      files={attachments}
      uploads={uploads}
      onDrop={drop}
      onRemove={(id) => change((now) => ({ ...now, attachments: now.attachments?.filter((file) => file.id !== id) }))}
    />
  );
  const isUploading = isOn && uploads.some(({ reason }) => reason === null);
  return { add: addFiles, onPaste, chips, isOver, isUploading, isFull: count >= maxAttachments };
}
