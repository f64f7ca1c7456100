"use client";

import { useTranslations } from "next-intl";
import type { Options } from "@/components/ui/use-options";
import type { Entry, Found } from "./entries";
import { PaletteOption } from "./palette-option";

type PaletteListProps = { found: Found[]; options: Options<Entry>; onChoose: (entry: Entry) => void };

/** The focus stays in the search field, which names the active option. */
export function PaletteList({ found, options: { listId: id, propsOf }, onChoose }: PaletteListProps) {
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
            <PaletteOption key={entry.id} entry={entry} props={propsOf(entry, onChoose)} />
          ))}
        </div>
      ))}
    </div>
  );
}
