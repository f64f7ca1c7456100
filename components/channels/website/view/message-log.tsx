import { Fragment } from "react";
import type { VisitorMessage } from "@/components/channels/website/api";
import type { Conversation } from "@/components/channels/website/conversation";
import { Bubble } from "./bubble";
import { DayLine } from "./day-line";
import { EarlierMessages } from "./earlier-messages";
import { MessageRow } from "./message-row";
import { useSettings } from "./settings";
import { UnsentRow } from "./unsent-row";

// The scroll container must be reachable by keyboard.
const focusable = { tabIndex: 0 };

const dayOf = (at: string) => new Date(at).toDateString();
const startsDay = ({ createdAt }: VisitorMessage, before: VisitorMessage | undefined) =>
  !before || dayOf(before.createdAt) !== dayOf(createdAt);
/** The team's next message of the same day by somebody else says who wrote it. */
const startsGroup = (message: VisitorMessage, before: VisitorMessage | undefined) =>
  startsDay(message, before) || before?.author !== message.author || before.authorName !== message.authorName;

/** The reversed column keeps the newest message in view without a scroll listener. */
export function MessageLog({ conversation: { messages, unsent, hasEarlier, state } }: { conversation: Conversation }) {
  const { texts, config } = useSettings();
  return (
    <div
      role="log"
      aria-label={texts.log.label}
      aria-busy={state === undefined}
      {...focusable}
      className="-outline-offset-2 flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3"
    >
      <ol className="flex flex-col gap-2">
        {hasEarlier ? (
          <EarlierMessages />
        ) : (
          <Bubble author="agent">
            <p className="whitespace-pre-wrap wrap-anywhere">{config.greeting || texts.log.greeting}</p>
          </Bubble>
        )}
        {state === undefined && <li className="py-4 text-center text-soft text-sm">{texts.notice.loading}</li>}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            {startsDay(message, messages[index - 1]) && <DayLine at={message.createdAt} />}
            <MessageRow message={message} isFirst={startsGroup(message, messages[index - 1])} />
          </Fragment>
        ))}
        {unsent.map((one) => (
          <UnsentRow key={one.id} unsent={one} />
        ))}
      </ol>
    </div>
  );
}
