"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle } from "react";
import { OptionList } from "@/components/ui/option-list";
import { useOptions } from "@/components/ui/use-options";
import type { Mentioned } from "@/lib/chats/contract";
import type { Values } from "@/lib/chats/replies/shared/variables";
import type { SuggestionKeys, Trigger } from "./trigger";
import { useFound } from "./use-found";

type Props = {
  ref: Ref<SuggestionKeys>;
  id: string;
  trigger: Trigger;
  values: Values;
  onActive: (id: string | undefined) => void;
  onInsert: (text: string, member?: Mentioned) => void;
  onClose: () => void;
};

/** A list above the field, which keeps the focus: the arrow keys move, Enter inserts, Escape leaves the sign as text. */
export function Suggestions({ ref, id, trigger, values, onActive, onInsert, onClose }: Props) {
  const t = useTranslations("chat.suggestions");
  const { options, state, isNone, footer } = useFound(trigger, values);
  const list = useOptions(options, id);
  const { active, activeElementId } = list;
  // With a space it is rather a sentence.
  const isHidden = state === "ready" && options.length === 0 && trigger.query.includes(" ");

  useEffect(() => {
    onActive(activeElementId);
  }, [activeElementId, onActive]);

  function onKeyDown(event: KeyboardEvent): boolean {
    // Enter also ends the composition of a letter, and with Ctrl or Cmd it sends.
    if (isHidden || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const run = {
      Enter: active && !event.shiftKey && (() => onInsert(active.text, active.member)),
      Escape: onClose,
    }[event.key];
    if (!run && !list.move(event.key)) return false;
    event.preventDefault();
    if (run) run();
    return true;
  }
  useImperativeHandle(ref, () => ({ onKeyDown }));

  const count = isNone ? t("noReplies") : t("count", { count: options.length });
  const status = state === "loading" ? t("loading") : state === "failed" ? t("failed") : count;
  return (
    <div
      hidden={isHidden}
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 overflow-clip rounded-lg border border-line bg-surface p-1 shadow-lg"
    >
      <OptionList
        label={t(trigger.sign === "/" ? "replies" : "members")}
        shown={options}
        options={list}
        className="max-h-60"
        onChoose={({ text, member }) => onInsert(text, member)}
      >
        {(option) => (
          <>
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{option.label}</bdi>
              {option.detail && <bdi className="block truncate text-soft text-xs">{option.detail}</bdi>}
            </span>
            {option.hint && <span className="max-w-32 flex-none truncate text-soft text-xs">{option.hint}</span>}
          </>
        )}
      </OptionList>
      <p role="status" className={options.length > 0 ? "sr-only" : "px-2 py-1.5 text-sm text-soft"}>
        {status}
      </p>
      {footer}
    </div>
  );
}
