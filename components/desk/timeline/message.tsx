import { Check, CheckCheck, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { quoteText } from "@/components/desk/shared/preview";
import { Clock } from "@/components/time/clock";
import { LinkedText } from "@/components/ui/linked-text";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { MessageStatus as Status } from "@/lib/chats/contract";
import { canAnswer, type GroupedMessage } from "./entries";
import { Files } from "./files";
import { MessageParts, Origin, Quote, Reactions } from "./message-parts";
import { ReplyButton } from "./reply-button";
import { useTimelineActions } from "./timeline-context";
import { Unsaved } from "./unsaved";

const notSent = loader(() => import("./not-sent").then(({ NotSent }) => NotSent));

type Props = {
  message: GroupedMessage;
  /** Its reply button is the tab stop. */
  isLast: boolean;
};

const sides = { customer: "items-start self-start", agent: "items-end self-end" } as const;
const styles = {
  customer: "rounded-[4px_14px_14px_14px] border-line bg-raised",
  agent: "rounded-[14px_4px_14px_14px] border-transparent bg-own text-on-own",
  failed: "rounded-[14px_4px_14px_14px] border-problem-line border-dashed bg-surface",
} as const;

/** The text with what belongs to it; renders nothing for a message that is only a file or the like. */
function Bubble({ message: { author, text, content = {}, delivery } }: { message: GroupedMessage }) {
  const t = useTranslations("chat.content");
  const { isDeleted, replyTo } = content;
  if (text === "" && !isDeleted && !replyTo) return null;
  return (
    <div className={`max-w-full border px-3 py-2 ${styles["reason" in delivery ? "failed" : author]}`}>
      <Origin content={content} />
      {replyTo && <Quote quote={replyTo} />}
      {isDeleted && <p className="italic opacity-85">{t("deleted")}</p>}
      {text !== "" && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={text} />
        </p>
      )}
    </div>
  );
}

/** The customer on the left, the team on the right. The last message of a group shows author and time. */
export function Message({ message, isLast }: Props) {
  const t = useTranslations("chat.content");
  const said = useTranslations("chat.said");
  const { chatId, displayName, retry, discard, reply } = useTimelineActions();
  const { id, author, authorName, text, content, status, createdAt, delivery, beginsGroup, endsGroup } = message;
  const { attachments = [], reactions = [], isEdited } = content ?? {};
  const isLost = status?.state === "failed" || status?.state === "unknown";
  const NotSent = useLoaded(isLost ? notSent : undefined, true);
  return (
    <div className={`group flex max-w-[78%] flex-col gap-1 ${beginsGroup ? "mt-3" : "mt-1"} ${sides[author]}`}>
      <div className={`flex max-w-full gap-1 ${author === "agent" ? "flex-row-reverse" : ""}`}>
        <div className={`flex min-w-0 flex-col gap-1 ${sides[author]}`}>
          {attachments.length > 0 && <Files files={attachments} side={author} />}
          <Bubble message={message} />
          {content && <MessageParts content={content} />}
          {reactions.length > 0 && <Reactions reactions={reactions} />}
        </div>
        {reply && canAnswer(message) && (
          <ReplyButton isTabStop={isLast} onReply={() => reply({ id, text: quoteText(said, text, content) })} />
        )}
      </div>
      <Unsaved delivery={delivery} side="right" onRetry={() => retry(id)} onDiscard={() => discard(id)} />
      {isLost && NotSent && <NotSent chatId={chatId} itemId={id} status={status} />}
      {(endsGroup || isEdited) && (
        <p className="mx-1 text-soft text-xs wrap-anywhere">
          {endsGroup && (
            <>
              <bdi>{authorName ?? displayName}</bdi> · <Clock at={createdAt} />
            </>
          )}
          {isEdited && (
            <>
              {endsGroup && " · "}
              {t("edited")}
            </>
          )}
          {endsGroup && status && status.state !== "failed" && status.state !== "unknown" && (
            <>
              {" · "}
              <SentState state={status.state} />
            </>
          )}
        </p>
      )}
    </div>
  );
}

type Going = Exclude<Status["state"], "failed" | "unknown">;

const icons = { queued: Clock3, sending: Clock3, sent: Check, delivered: CheckCheck, read: CheckCheck } as const;

/** How far a message came that is on its way or there: in words too, because a check mark alone says little. */
function SentState({ state }: { state: Going }) {
  const t = useTranslations("chat.status");
  const Icon = icons[state];
  return (
    <span className="inline-flex items-center gap-1 align-bottom">
      <Icon className={`size-3.5 ${state === "read" ? "text-accent" : ""}`} />
      {t(`states.${state}`)}
    </span>
  );
}
