import { useTranslations } from "next-intl";
import { useState } from "react";
import { slides } from "@/components/desk/shared/slides";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { quietLink } from "./classes";
import type { OlderListProps } from "./older-list";

const list = loader(() => import("./older-list").then(({ OlderList }) => OlderList));

/** Every problem event of the person, behind a quiet line. */
export function OlderProblems(props: OlderListProps) {
  const t = useTranslations("chat.problems");
  const [isOpen, setOpen] = useState(false);
  const List = useLoaded(list, isOpen);
  return (
    <div {...slides}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={quietLink}>
        {t("older")}
      </button>
      {isOpen && List && <List {...props} />}
    </div>
  );
}
