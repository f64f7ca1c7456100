import { useTranslations } from "next-intl";
import { useState } from "react";
import { quietLink } from "./classes";
import { FactList } from "./fact-list";
import { firstFacts, type Facts as Shown } from "./person-facts";
import type { Copied } from "./use-copied";

/** How many attributes are shown at first in the panel. */
const usualCount = 8;

type Props = {
  facts: Shown;
  copied: Copied | undefined;
  onCopy: (id: string, text: string) => void;
  /** How many attributes are shown at first. */
  firstCount?: number;
};

/** Names on the left, values on the right, under the headings of the workspace. Long values and many attributes fold. */
export function Facts({ facts: { own, groups }, copied, onCopy, firstCount = usualCount }: Props) {
  const t = useTranslations("chat.facts");
  const [showsAll, setShowsAll] = useState(false);
  const count = groups.reduce((sum, { facts }) => sum + facts.length, 0);
  const folded = Math.max(0, count - firstCount);
  const shown = showsAll ? groups : firstFacts(groups, firstCount);
  const list = { copied, onCopy };
  const plain = [...own, ...shown.flatMap(({ heading, facts }) => (heading === null ? facts : []))];
  if (plain.length === 0 && count === 0) return null;
  return (
    <>
      <FactList facts={plain} {...list} />
      {shown.map(
        ({ heading, facts }) =>
          heading !== null && (
            // By the first of them: the workspace may use the heading of the others, too.
            <div key={facts[0]?.id}>
              <h3 className="mt-3 font-semibold text-soft text-xs wrap-anywhere">{heading}</h3>
              <FactList facts={facts} {...list} />
            </div>
          ),
      )}
      {folded > 0 && (
        <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)} className={`mt-1.5 ${quietLink}`}>
          {showsAll ? t("fewer") : t("more", { count: folded })}
        </button>
      )}
    </>
  );
}
