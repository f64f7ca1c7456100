import { useTranslations } from "next-intl";
import { When } from "@/components/time/when";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { useUndoMerge } from "./use-undo-merge";

type Props = { workspace: string; page: ContactPage; isAdmin: boolean };

/** The merges that can be undone, with who made them and until when. */
export function MergeNotices({ workspace, page: { contact, merges }, isAdmin }: Props) {
  const t = useTranslations("contacts.merge");
  const { mutate, isPending, variables } = useUndoMerge(workspace, contact.id);
  if (merges.length === 0) return null;
  return (
    <ul aria-label={t("recent")} className="flex-none border-line border-b bg-raised px-4 py-2 text-sm">
      {merges.map(({ id, userId, actor, undoUntil }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {t.rich("notice", { userId, actor, bdi })} {isAdmin && t.rich("until", { time: () => <When at={undoUntil} /> })}
          </span>
          {isAdmin && (
            <Button busy={isPending && variables === id} onClick={() => mutate(id)}>
              {t("undo")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
