"use client";

import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { scoreOf, searchable } from "@/components/commands/find";
import { OptionList } from "@/components/ui/option-list";
import { useOptions } from "@/components/ui/use-options";

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
  const field = useRef<HTMLInputElement>(null);
  const shown = onType ? choices : choices.filter(({ words }) => scoreOf(typed, searchable(words)) > 0);
  const list = useOptions(shown);
  const { active } = list;

  // Choices that had to be loaded come after their window gave the focus to something else.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the composition of a letter.
    if (event.nativeEvent.isComposing) return;
    const isChosen = event.key === "Enter" && active !== undefined;
    if (!isChosen && !list.move(event.key)) return;
    event.preventDefault();
    if (isChosen) onChoose(active.id);
  }

  function type(next: string) {
    setTyped(next);
    list.reset();
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
        aria-controls={list.listId}
        aria-activedescendant={list.activeElementId}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="control"
      />
      <OptionList label={label} shown={shown} options={list} className="max-h-72" onChoose={({ id }) => onChoose(id)}>
        {(choice) => (
          <>
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
          </>
        )}
      </OptionList>
      <p role="status" className={shown.length === 0 ? "px-2 py-1.5 text-sm text-soft" : "sr-only"}>
        {shown.length === 0 ? empty : ""}
      </p>
    </div>
  );
}
