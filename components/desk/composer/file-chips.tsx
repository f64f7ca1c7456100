import { FileText, Image, TriangleAlert, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Spinner } from "@/components/ui/spinner";
import { fileAddress } from "@/lib/chats/attachments/browser/address";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { isImage } from "@/lib/chats/attachments/shared/media-type";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { isolated } from "@/lib/kernel/text";
import type { Upload } from "./use-uploads";

const chip =
  "grid min-w-0 max-w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 rounded-md border bg-surface py-1 pe-1 ps-1.5 text-xs";

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations("chat.composer");
  return (
    <button
      type="button"
      aria-label={t("removeFile", { name: isolated(name) })}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-sm text-soft hover:bg-raised hover:text-text pointer-coarse:size-10"
    >
      <X className="size-3.5" />
    </button>
  );
}

function Ready({ file, onRemove }: { file: AttachmentView; onRemove: () => void }) {
  const locale = useLocale();
  const { workspace } = useLive();
  return (
    <li className={`${chip} border-line`}>
      {isImage(file.type) ? (
        <img src={fileAddress(workspace, file.id)} alt="" className="size-8 rounded-sm object-cover" />
      ) : (
        <FileText className="mx-1 size-4 text-soft" />
      )}
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{file.name}</bdi>
        <span className="text-soft tabular-nums">{sizeOf(file.bytes, locale)}</span>
      </span>
      <Remove name={file.name} onClick={onRemove} />
    </li>
  );
}

function Pending({ upload: { file, share, reason }, onRemove }: { upload: Upload; onRemove: () => void }) {
  const t = useTranslations("chat.composer");
  const isFailed = reason !== null;
  return (
    <li className={`${chip} ${isFailed ? "border-problem-line" : "border-line"}`}>
      {isFailed ? (
        <TriangleAlert className="mx-1 size-4 text-problem" />
      ) : file.type.startsWith("image/") ? (
        <Image className="mx-1 size-4 text-soft" />
      ) : (
        <Spinner className="mx-1" />
      )}
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{file.name}</bdi>
        {isFailed ? (
          <span role="alert" className="block text-problem wrap-anywhere">
            {reason}
          </span>
        ) : (
          <ProgressBar label={t("uploadOf", { name: isolated(file.name) })} share={share} className="h-1 w-32 max-w-full" />
        )}
      </span>
      <Remove name={file.name} onClick={onRemove} />
    </li>
  );
}

type Props = {
  files: readonly AttachmentView[];
  uploads: readonly Upload[];
  onRemove: (id: string) => void;
  onDrop: (id: string) => void;
};

/** The files of the message that is being written; renders nothing without any. */
export function FileChips({ files, uploads, onRemove, onDrop }: Props) {
  const t = useTranslations("chat.composer");
  if (files.length === 0 && uploads.length === 0) return null;
  return (
    <ul aria-label={t("files")} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-3 pt-2">
      {files.map((file) => (
        <Ready key={file.id} file={file} onRemove={() => onRemove(file.id)} />
      ))}
      {uploads.map((upload) => (
        <Pending key={upload.id} upload={upload} onRemove={() => onDrop(upload.id)} />
      ))}
    </ul>
  );
}
