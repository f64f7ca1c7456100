import { useTranslations } from "next-intl";
import { Clock } from "@/components/time/clock";
import type { watchChat } from "@/lib/channels/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Props = { messages: ReplyOf<typeof watchChat>["messages"] | undefined; problem: string | undefined };

const sides = {
  customer: "items-end self-end",
  agent: "items-start self-start",
} as const;
const bubbles = {
  customer: "rounded-[14px_4px_14px_14px] border-transparent bg-accent text-on-accent",
  agent: "rounded-[4px_14px_14px_14px] border-line bg-raised",
} as const;

// The scroll container must be reachable by keyboard.
const focusable = { tabIndex: 0 };

/** The customer's view: their own messages on the right. */
export function CustomerMessages({ messages, problem }: Props) {
  const t = useTranslations("simulator");
  return (
    <div
      role="log"
      aria-label={t("log")}
      {...focusable}
      className="-outline-offset-2 flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 py-3"
    >
      <ol className="flex flex-col gap-2">
        {problem && !messages && <li className="text-center text-problem text-sm">{problem}</li>}
        {messages?.length === 0 && <li className="py-10 text-center text-soft text-sm">{t("empty")}</li>}
        {messages?.map(({ id, author, text, createdAt }) => (
          <li key={id} className={`flex max-w-[80%] flex-col gap-0.5 ${sides[author]}`}>
            <p className={`whitespace-pre-wrap border px-3 py-2 wrap-anywhere ${bubbles[author]}`}>{text}</p>
            <span className="mx-1 text-soft text-xs">
              <Clock at={createdAt} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
