"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { rowsOf } from "./properties";
import { type Lines, PropertyValue } from "./property-value";

type Props = {
  properties: Parameters<typeof rowsOf>[0];
  /** How many rows are shown at first; all when left out. */
  maxRows?: number;
  /** How many lines of a value are shown at first. */
  lines?: Lines;
};

/** An event's properties, one row each; renders nothing without properties. */
export function PropertyRows({ properties, maxRows, lines = 6 }: Props) {
  const t = useTranslations("chat.properties");
  const folding = useTranslations("chat.folded");
  const [showsAll, setShowsAll] = useState(false);
  const rows = rowsOf(properties);
  if (rows.length === 0) return null;
  // Never folds a single row: its place would be taken by the button.
  const folded = maxRows !== undefined && rows.length > maxRows + 1 ? rows.length - maxRows : 0;
  const shown = folded > 0 && !showsAll ? rows.slice(0, maxRows) : rows;
  return (
    <div className="mt-1.5 text-sm">
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {shown.map(({ key, own, value }) => {
          const name = own === undefined ? key : t(own);
          return (
            <div key={key} className="contents">
              <dt className="line-clamp-3 text-soft wrap-anywhere">{name}</dt>
              <dd className="min-w-0 tabular-nums wrap-anywhere">
                <PropertyValue name={name} value={value} lines={lines} />
              </dd>
            </div>
          );
        })}
      </dl>
      {folded > 0 && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="min-h-6 rounded-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {showsAll ? folding("fewer") : folding("more", { count: folded })}
        </button>
      )}
    </div>
  );
}
