"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Close } from "@/components/desk/shared/closing";
import { inSteps } from "@/components/desk/shared/handle-all";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Panel } from "@/lib/desk/panel/contract";

const maxNames = 3;

type Props = {
  panel: Panel;
  /** How the chat is closed; null while nothing is asked. */
  close: Close | null;
  onDone: () => void;
};

/** What becomes of the open problems of a chat that is closed: handled with it, with one undo for both, or left open. */
export function CloseQuestion({ panel, close, onDone }: Props) {
  const t = useTranslations("chat.closing");
  const { handleAll, inOrder, refresh } = usePanelHost();
  const name = useShownName()(panel.person.displayName);
  const names = [...new Set(panel.problems.map(({ event }) => event))];

  const handling = useMutation({
    mutationFn: async () => handleAll && inOrder(() => inSteps(handleAll, { handled: true })),
    onSuccess(press) {
      // One undo for both.
      const also = press && press.count > 0 ? { text: t("done", { count: press.count }), undo: () => void undo(press.at) } : undefined;
      end(() => close?.(also));
    },
    onSettled: refresh,
  });

  async function undo(at: string) {
    try {
      if (handleAll) await inOrder(() => inSteps(handleAll, { handled: false, at }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      refresh();
    }
  }

  function end(then: (() => void) | null) {
    handling.reset();
    onDone();
    then?.();
  }

  return (
    <Dialog
      open={close !== null}
      onOpenChange={(open) => !open && end(null)}
      title={t.rich("title", { name, count: panel.problemsCount, bdi })}
      description={t("body", { count: panel.problemsCount })}
      footer={
        <>
          <Button onClick={() => end(() => close?.())}>{t("anyway")}</Button>
          <Button variant="primary" autoFocus busy={handling.isPending} onClick={() => handling.mutate()}>
            {t("handle")}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {names.slice(0, maxNames).map((event) => (
          <li key={event} className="line-clamp-2 font-semibold text-problem wrap-anywhere">
            <bdi>{event}</bdi>
          </li>
        ))}
      </ul>
      {names.length > maxNames && <p className="mt-1 text-soft text-sm">{t("more", { count: names.length - maxNames })}</p>}
      {handling.error && <Alert className="mt-3">{handling.error.message}</Alert>}
    </Dialog>
  );
}
