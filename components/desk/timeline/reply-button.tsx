import { Reply } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** One of the conversation's buttons is a tab stop; the arrow keys lead from it to those of the other messages. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const step = steps[event.key];
  if (step === undefined) return;
  const buttons = [...(event.currentTarget.closest("ol")?.querySelectorAll<HTMLButtonElement>("button[data-reply]") ?? [])];
  const next = buttons[buttons.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type Props = { isTabStop: boolean; onReply: () => void };

/** Appears beside a message under the pointer or with the focus. */
export function ReplyButton({ isTabStop, onReply }: Props) {
  const t = useTranslations("chat.content");
  return (
    <button
      type="button"
      data-reply
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t("reply")}
      title={t("reply")}
      onClick={onReply}
      onKeyDown={moveFocus}
      className="grid size-7 flex-none place-items-center self-center rounded-md text-soft opacity-0 hover:bg-raised hover:text-text focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
    >
      <Reply className="size-4" />
    </button>
  );
}
