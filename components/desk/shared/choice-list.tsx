"use client";

import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { scoreOf, searchable } from "@/components/commands/find";

export type Choice = {
  id: string;
  label: ReactNode;
  /** What typing finds it by. */
  words: string;
  icon?: ReactNode;
  hint?: ReactNode;
  isCurrent?: boolean;
};

type ChoiceListProps = {
  label: string;
  choices: readonly Choice[];
  /** Shown when no choice matches what was typed. */
  empty: string;
  /** Read out with the choice that is in force. */
  currentLabel?: string;
  /** What the field has at first, selected. */
  initial?: string;
  /** For choices that are found elsewhere by what is typed: all of them are shown. */
  onType?: (typed: string) => void;
  onChoose: (id: string) => void;
};

/** A field that filters the choices below it: the arrow keys and Enter choose, and so does a click. */
export function ChoiceList({ label, choices, empty, currentLabel, initial = "", onType, onChoose }: ChoiceListProps) {
  const [typed, setTyped] = useState(initial);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const shown = onType ? choices : choices.filter(({ words }) => scoreOf(typed, searchable(words)) > 0);
  const active = shown.find(({ id }) => id === activeId) ?? shown[0];
  const idOf = (choice: Choice) => `${listId} ${choice.id}`.replace(/\s/g, "-");
  const activeElementId = active && idOf(active);

  useEffect(() => {
    if (activeElementId) document.getElementById(activeElementId)?.scrollIntoView({ block: "nearest" });
  }, [activeElementId]);

  // Choices that had to be loaded come after their window gave the focus to something else.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const isEnter = event.key === "Enter";
    // Enter also ends the composition of a letter.
    if ((step === 0 && !isEnter) || !active || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isEnter) return onChoose(active.id);
    const next = shown[(shown.indexOf(active) + step + shown.length) % shown.length];
    setActiveId(next?.id ?? null);
  }

  function type(next: string) {
    setTyped(next);
    setActiveId(null);
    onType?.(next);
  }

  return (
    <div className="flex min-h-0 flex-col gap-1">
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeElementId}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="control"
      />
      <div
        role="listbox"
        id={listId}
        aria-label={label}
        tabIndex={-1}
        hidden={shown.length === 0}
        className="max-h-72 overflow-y-auto overscroll-contain"
      >
        {shown.map((choice) => (
          <button
            key={choice.id}
            id={idOf(choice)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={choice === active}
            // Scrolling by the keys moves options under a pointer that rests.
            onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setActiveId(choice.id)}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice.id)}
            className="-outline-offset-2 flex min-h-9 w-full items-center gap-2 rounded-sm px-2 py-1.5 text-start aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:outline-accent pointer-coarse:min-h-11 [&_svg]:size-4"
          >
            {choice.icon && (
              <span aria-hidden className="grid w-6 flex-none place-items-center">
                {choice.icon}
              </span>
            )}
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            {choice.hint && <span className="flex-none text-soft text-xs">{choice.hint}</span>}
            {choice.isCurrent && (
              <span className="flex-none">
                <Check aria-hidden />
                <span className="sr-only">{currentLabel}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <p role="status" className={shown.length === 0 ? "px-2 py-1.5 text-sm text-soft" : "sr-only"}>
        {shown.length === 0 ? empty : ""}
      </p>
    </div>
  );
}
