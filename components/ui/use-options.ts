"use client";

import { type PointerEvent, useEffect, useId, useState } from "react";

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Options below or above a field that keeps the focus. One of them is active: the first, until the arrow keys, which go round, or the
 * pointer choose another. `id` is that of the list, if others name it.
 */
export function useOptions<Option extends { id: string }>(options: readonly Option[], id?: string) {
  const ownId = useId();
  const listId = id ?? ownId;
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = options.find((option) => option.id === activeId) ?? options[0];
  // Spaces would make several ids of one.
  const idOf = (option: Option) => `${listId}-${option.id}`.replaceAll(/\s/g, "-");
  const activeElementId = active && idOf(active);

  useEffect(() => {
    if (activeElementId) document.getElementById(activeElementId)?.scrollIntoView({ block: "nearest" });
  }, [activeElementId]);

  return {
    listId,
    active,
    /** For the field's `aria-activedescendant`. */
    activeElementId,
    /** The first one is active again: other options follow. */
    reset: () => setActiveId(null),
    /** Whether the key made another option active. */
    move(key: string): boolean {
      const step = steps[key];
      if (step === undefined || !active) return false;
      setActiveId(options[(options.indexOf(active) + step + options.length) % options.length]?.id ?? null);
      return true;
    },
    propsOf: (option: Option, onChoose: (option: Option) => void) => ({
      id: idOf(option),
      role: "option" as const,
      tabIndex: -1,
      "aria-selected": option === active,
      // Scrolling by the keys moves options under a pointer that rests.
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0) setActiveId(option.id);
      },
      // Keeps the focus in the field.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => onChoose(option),
    }),
  };
}

export type Options<Option extends { id: string }> = ReturnType<typeof useOptions<Option>>;
