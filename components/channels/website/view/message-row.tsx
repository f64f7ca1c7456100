import type { VisitorMessage } from "@/components/channels/website/api";
import { LinkedText } from "@/components/ui/linked-text";
import { formatTime } from "@/lib/kernel/dates";
import { Bubble } from "./bubble";
import { FileView } from "./file-view";
import { useReader, useTexts } from "./settings";

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime("clock", new Date(at), useReader())}</time>;
}

function Author({ message: { author, authorName }, isFirst }: { message: VisitorMessage; isFirst: boolean }) {
  const texts = useTexts();
  const name = author === "agent" ? (authorName ?? texts.log.team) : texts.log.you;
  const isShown = author === "agent" && isFirst;
  return (
    <span className={isShown ? "mx-1 text-soft text-xs" : "sr-only"}>
      <bdi>{name}</bdi>
    </span>
  );
}

export function MessageRow({ message, isFirst }: { message: VisitorMessage; isFirst: boolean }) {
  const { author, text, attachments, isDeleted, isEdited, createdAt } = message;
  const texts = useTexts();
  return (
    <Bubble
      author={author}
      before={<Author message={message} isFirst={isFirst} />}
      after={
        <span className="mx-1 flex gap-1 text-soft text-xs">
          {isEdited && <span>{texts.log.edited} ·</span>}
          <Time at={createdAt} />
        </span>
      }
    >
      {isDeleted && <p className="italic">{texts.log.deleted}</p>}
      {text && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={text} />
        </p>
      )}
      {attachments.map((file) => (
        <FileView key={file.id} file={file} />
      ))}
    </Bubble>
  );
}
