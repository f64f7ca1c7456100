"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Avatar } from "@/components/ui/avatar";
import { classes } from "@/components/ui/classes";
import type { Entry, Found } from "./entries";
import { Keys } from "./keys";

type PaletteListProps = { id: string; found: Found[]; active: Entry; onActive: (id: string) => void; onChoose: (entry: Entry) => void };

export const optionIdOf = (listId: string, { id }: Entry): string => `${listId}-${id.replaceAll(/\s/g, "-")}`;

/** The focus stays in the search field, which names the active option. */
export function PaletteList({ id, found, active, onActive, onChoose }: PaletteListProps) {
  const t = useTranslations("commands");
  return (
    <div id={id} role="listbox" aria-label={t("results")} className="min-h-0 overflow-y-auto overscroll-contain px-2 pb-2">
      {found.map(({ group, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className="px-2 pt-2.5 pb-1 text-soft text-xs">
            {t(`groups.${group}`)}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionIdOf(id, entry)}
              entry={entry}
              isActive={entry.id === active.id}
              onActive={() => onActive(entry.id)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; entry: Entry; isActive: boolean; onActive: () => void; onChoose: () => void };

function Option({ id, entry: { label, keys, channel }, isActive, onActive, onChoose }: OptionProps) {
  const channels = useTranslations("chat.channels");
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // Scrolling by the keys moves options under a pointer that rests.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onActive()}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:min-h-11",
        isActive && "bg-accent-soft",
      )}
    >
      {channel && <Avatar name={label} size={24} />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {channel && <span className="shrink-0 text-soft text-xs">{channels(channel)}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </div>
  );
}
