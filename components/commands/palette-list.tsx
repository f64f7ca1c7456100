"use client";

import { useTranslations } from "next-intl";
import type { Entry, Found } from "./entries";
import { PaletteOption } from "./palette-option";

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
            <PaletteOption
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
