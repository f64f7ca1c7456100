import { Paperclip } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { MessageParts, Origin, Quote, Reactions } from "@/components/desk/timeline/message-parts";
import { LinkedText } from "@/components/ui/linked-text";
import { fileAddress } from "@/lib/chats/attachments/browser/address";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import type { TimelineEntry } from "@/lib/desk/directory/contract";

type Message = Extract<TimelineEntry["item"], { kind: "message" }>;

/** A message with all that it holds; files are opened by a click. */
export function WrittenMessage({ workspace, message: { text, content = {} } }: { workspace: string; message: Message }) {
  const t = useTranslations("chat.content");
  const { attachments = [], reactions = [], replyTo, isDeleted, isEdited } = content;
  return (
    <div className="flex flex-col items-start gap-1">
      <Origin content={content} />
      {replyTo && <Quote quote={replyTo} />}
      {isDeleted && <p className="text-soft italic">{t("deleted")}</p>}
      {text !== "" && (
        <p className="max-w-full whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={text} />
        </p>
      )}
      {attachments.map((file) => (
        <FileLink key={file.id} workspace={workspace} file={file} />
      ))}
      <MessageParts content={content} />
      {reactions.length > 0 && <Reactions reactions={reactions} />}
      {isEdited && <p className="text-soft text-xs">{t("edited")}</p>}
    </div>
  );
}

function FileLink({ workspace, file }: { workspace: string; file: AttachmentView }) {
  const t = useTranslations("chat.files");
  const locale = useLocale();
  return (
    <a
      href={fileAddress(workspace, file.id)}
      target="_blank"
      rel="noreferrer"
      title={t("open")}
      className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm text-accent text-sm underline-offset-2 hover:underline"
    >
      <Paperclip aria-hidden className="size-4 flex-none" />
      <bdi className="truncate">{file.name}</bdi>
      <span className="flex-none text-soft text-xs tabular-nums">{sizeOf(file.bytes, locale)}</span>
    </a>
  );
}
