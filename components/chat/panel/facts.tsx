import { useTranslations } from "next-intl";
import { useState } from "react";
import { PropertyValue } from "@/components/chat/shared/property-value";
import { quietLink } from "./classes";
import { CopyValue } from "./copy-value";
import type { Fact } from "./person-facts";
import type { Copied } from "./use-copied";

/** How many attributes are shown at first. */
const firstCount = 8;

type Props = { facts: Fact[]; copied: Copied | undefined; onCopy: (id: string, text: string) => void };

/** Names on the left, values on the right. A click on a value copies it; long ones and many attributes fold. */
export function Facts({ facts, copied, onCopy }: Props) {
  const t = useTranslations("chat.facts");
  const [showsAll, setShowsAll] = useState(false);
  if (facts.length === 0) return null;
  const own = facts.filter(({ isAttribute }) => !isAttribute);
  const attributes = facts.filter(({ isAttribute }) => isAttribute);
  const folded = Math.max(0, attributes.length - firstCount);
  const shown = [...own, ...(showsAll ? attributes : attributes.slice(0, firstCount))];
  return (
    <>
      <dl className="mt-3 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 text-sm">
        {shown.map(({ id, name, value }) => (
          <div key={id} className="contents">
            <dt className="py-0.5 text-soft wrap-anywhere">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <PropertyValue
                name={name}
                value={value}
                render={(text) => (
                  <CopyValue copied={copied?.id === id ? copied.ok : undefined} onCopy={() => onCopy(id, value)}>
                    {text}
                  </CopyValue>
                )}
              />
            </dd>
          </div>
        ))}
      </dl>
      {folded > 0 && (
        <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)} className={`mt-1.5 ${quietLink}`}>
          {showsAll ? t("fewer") : t("more", { count: folded })}
        </button>
      )}
    </>
  );
}
