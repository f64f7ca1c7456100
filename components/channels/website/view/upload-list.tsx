import { X } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import { fill } from "@/lib/messages/widget/fill";
import { useTexts } from "./settings";
import type { Upload } from "./use-uploads";

type Props = { uploads: readonly Upload[]; onRemove: (id: string) => void; onRetry: (upload: Upload) => void };

function UploadRow({ upload, onRemove, onRetry }: { upload: Upload } & Omit<Props, "uploads">) {
  const texts = useTexts();
  const { id, file, attachment, hasFailed } = upload;
  const { name } = file;
  return (
    <li className="flex items-center gap-2 rounded-md border border-line bg-raised py-0.5 ps-2 text-sm">
      {!attachment && !hasFailed && <Spinner className="flex-none" />}
      <span className={`min-w-0 flex-1 truncate ${hasFailed ? "text-problem" : ""}`}>
        {hasFailed ? fill(texts.file.failed, { name }) : attachment ? name : fill(texts.file.uploading, { name })}
      </span>
      {hasFailed && (
        <button type="button" onClick={() => onRetry(upload)} className="rounded-sm font-medium underline underline-offset-2">
          {texts.unsent.retry}
        </button>
      )}
      <button
        type="button"
        aria-label={fill(texts.file.remove, { name })}
        onClick={() => onRemove(id)}
        className="grid size-8 flex-none place-items-center rounded-md text-soft hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

/** The files of the next message. */
export function UploadList({ uploads, ...actions }: Props) {
  const texts = useTexts();
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={texts.file.attached} className="flex max-h-32 flex-col gap-1 overflow-y-auto px-3 pt-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} {...actions} />
      ))}
    </ul>
  );
}
