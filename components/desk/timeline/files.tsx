import { Download, FileText, Film, Music } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { fileAddress } from "@/lib/chats/attachments/browser/address";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { isImage } from "@/lib/chats/attachments/shared/media-type";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { isolated } from "@/lib/kernel/text";

const icons = { audio: Music, video: Film } as const;
const hasIcon = (kind: string): kind is keyof typeof icons => kind in icons;

/** An image in place, of a fixed height, so that nothing moves when it has loaded. A click opens it in a tab of its own. */
function Picture({ file, address }: { file: AttachmentView; address: string }) {
  const t = useTranslations("chat.files");
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FileRow file={file} address={address} />;
  return (
    <a href={address} target="_blank" rel="noreferrer" title={t("open")} className="max-w-full rounded-lg">
      <img
        src={address}
        alt={t("image", { name: isolated(file.name) })}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="h-44 min-w-16 max-w-full rounded-lg border border-line bg-raised object-cover"
      />
    </a>
  );
}

function FileRow({ file, address }: { file: AttachmentView; address: string }) {
  const t = useTranslations("chat.files");
  const locale = useLocale();
  const [kind = ""] = file.type.split("/");
  const Icon = hasIcon(kind) ? icons[kind] : FileText;
  return (
    <a
      href={address}
      download={file.name}
      className="grid max-w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2 text-text hover:border-accent"
    >
      <Icon className="size-4 text-soft" />
      <span className="min-w-0">
        <span className="sr-only">{t("download")} </span>
        <bdi className="block truncate font-medium text-sm">{file.name}</bdi>
        <span className="text-soft text-xs tabular-nums">{sizeOf(file.bytes, locale)}</span>
      </span>
      <Download className="size-4 text-soft" />
    </a>
  );
}

/** Nothing is fetched before somebody plays it. */
function Sound({ file, address }: { file: AttachmentView; address: string }) {
  const t = useTranslations("chat.files");
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: Customers record these; there is no transcript. */}
      <audio
        controls
        preload="none"
        src={address}
        aria-label={t("audio", { name: isolated(file.name) })}
        className="h-10 w-72 max-w-full"
      />
      <FileRow file={file} address={address} />
    </>
  );
}

/** The files of a message: images in place, recordings to play, the rest to save. */
export function Files({ files, side }: { files: readonly AttachmentView[]; side: "customer" | "agent" }) {
  const { workspace } = useLive();
  return (
    <div className={`flex max-w-full flex-wrap gap-1.5 ${side === "agent" ? "justify-end" : ""}`}>
      {files.map((file) => {
        const address = fileAddress(workspace, file.id);
        if (isImage(file.type)) return <Picture key={file.id} file={file} address={address} />;
        if (file.type.startsWith("audio/")) return <Sound key={file.id} file={file} address={address} />;
        return <FileRow key={file.id} file={file} address={address} />;
      })}
    </div>
  );
}
