import { Clock } from "@/components/time/clock";
import type { GroupedMessage } from "./entries";
import { Unsaved } from "./unsaved";

type Props = { message: GroupedMessage; displayName: string; onRetry: (id: string) => void; onDiscard: (id: string) => void };

const sides = { customer: "items-start self-start", agent: "items-end self-end" } as const;
const styles = {
  customer: "rounded-[4px_14px_14px_14px] border-line bg-raised",
  agent: "rounded-[14px_4px_14px_14px] border-transparent bg-accent text-on-accent",
  failed: "rounded-[14px_4px_14px_14px] border-problem-line border-dashed bg-surface",
} as const;

/** The customer on the left, the team on the right. The last message of a group shows author and time. */
export function Message({ message, displayName, onRetry, onDiscard }: Props) {
  const { id, author, authorName, text, createdAt, delivery, beginsGroup, endsGroup } = message;
  const isFailed = delivery.state === "failed";
  return (
    <li className={`flex max-w-[78%] flex-col gap-1 ${beginsGroup ? "mt-3" : "mt-1"} ${sides[author]}`}>
      <p className={`max-w-full whitespace-pre-wrap border px-3 py-2 wrap-anywhere ${styles[isFailed ? "failed" : author]}`}>{text}</p>
      <Unsaved delivery={delivery} side="right" onRetry={() => onRetry(id)} onDiscard={() => onDiscard(id)} />
      {endsGroup && (
        <p className="mx-1 text-soft text-xs wrap-anywhere">
          <bdi>{authorName ?? displayName}</bdi> · <Clock at={createdAt} />
        </p>
      )}
    </li>
  );
}
