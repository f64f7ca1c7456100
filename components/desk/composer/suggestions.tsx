"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from "react";
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
  const [chosen, setChosen] = useState<string | null>(null);
  const active = options.find((option) => option.id === chosen) ?? options[0];
  const activeId = active && `${id}-${active.id}`;
  // With a space it is rather a sentence.
  const isHidden = state === "ready" && options.length === 0 && trigger.query.includes(" ");

  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId, onActive]);

  function move(step: number): void {
    const next = active && options[(options.indexOf(active) + step + options.length) % options.length];
    setChosen(next?.id ?? null);
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    // Enter also ends the composition of a letter, and with Ctrl or Cmd it sends.
    if (isHidden || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const run = {
      ArrowDown: active && (() => move(1)),
      ArrowUp: active && (() => move(-1)),
      Enter: active && !event.shiftKey && (() => onInsert(active.text, active.member)),
      Escape: onClose,
    }[event.key];
    if (!run) return false;
    event.preventDefault();
    run();
    return true;
  }
  useImperativeHandle(ref, () => ({ onKeyDown }));

  const label = t(trigger.sign === "/" ? "replies" : "members");
  const count = isNone ? t("noReplies") : t("count", { count: options.length });
  const status = state === "loading" ? t("loading") : state === "failed" ? t("failed") : count;
  return (
    <div
      hidden={isHidden}
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 overflow-clip rounded-lg border border-line bg-surface p-1 shadow-lg"
    >
      <div
        role="listbox"
        id={id}
        aria-label={label}
        tabIndex={-1}
        hidden={options.length === 0}
        className="max-h-60 overflow-y-auto overscroll-contain"
      >
        {options.map((option) => (
          <button
            key={option.id}
            id={`${id}-${option.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            // Scrolling by the keys moves options under a pointer that rests.
            onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setChosen(option.id)}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(option.text, option.member)}
            className="-outline-offset-2 flex min-h-9 w-full items-center gap-2 rounded-sm px-2 py-1.5 text-start aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:outline-accent pointer-coarse:min-h-11"
          >
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{option.label}</bdi>
              {option.detail && <bdi className="block truncate text-soft text-xs">{option.detail}</bdi>}
            </span>
            {option.hint && <span className="max-w-32 flex-none truncate text-soft text-xs">{option.hint}</span>}
          </button>
        ))}
      </div>
      <p role="status" className={options.length > 0 ? "sr-only" : "px-2 py-1.5 text-sm text-soft"}>
        {status}
      </p>
      {footer}
    </div>
  );
}
