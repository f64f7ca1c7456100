import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useShownName } from "@/components/ui/use-shown-name";
import type { ChatSummary } from "@/lib/chats/contract";

const maxNames = 5;

type Props = {
  open: boolean;
  /** The chats with an open problem, and those without. */
  withProblem: readonly ChatSummary[];
  others: readonly ChatSummary[];
  onCloseAll: () => void;
  onCloseOthers: () => void;
  onDone: () => void;
};

/** Asks before chats are closed whose people have an open problem: closing solves nothing. */
export function CloseSelected({ open, withProblem, others, onCloseAll, onCloseOthers, onDone }: Props) {
  const t = useTranslations("chat.selection");
  const nameOf = useShownName();
  const more = withProblem.length - maxNames;
  return (
    <Dialog
      open={open}
      onOpenChange={onDone}
      title={t("closeTitle", { count: withProblem.length })}
      description={t("closeBody", { count: withProblem.length })}
      footer={
        <>
          <Button onClick={onCloseAll}>{t("closeAll", { count: withProblem.length + others.length })}</Button>
          {others.length > 0 && (
            <Button variant="primary" autoFocus onClick={onCloseOthers}>
              {t("closeOthers", { count: others.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {withProblem.slice(0, maxNames).map(({ id, displayName, newestProblem }) => (
          <li key={id} className="flex gap-2">
            <bdi className="min-w-0 truncate font-medium">{nameOf(displayName)}</bdi>
            {newestProblem && <bdi className="min-w-0 flex-1 truncate text-problem">{newestProblem}</bdi>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-soft text-sm">{t("more", { count: more })}</p>}
    </Dialog>
  );
}
