import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { slides } from "@/components/desk/shared/slides";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { quietLink } from "./classes";
import type { SolvedListProps } from "./solved-list";

const list = loader(() => import("./solved-list").then(({ SolvedList }) => SolvedList));

/** What was solved in the last 24 hours: a quiet line that opens. */
export function SolvedProblems({ solved, onReopen }: SolvedListProps) {
  const t = useTranslations("chat.problems");
  const [isOpen, setOpen] = useState(false);
  const List = useLoaded(solved.length > 0 ? list : undefined, isOpen);
  if (solved.length === 0) return null;
  return (
    <div {...slides}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={quietLink}>
        <Check aria-hidden className="size-4 text-ok" />
        {t("solved", { count: solved.length })}
      </button>
      {isOpen && List && <List solved={solved} onReopen={onReopen} />}
    </div>
  );
}
