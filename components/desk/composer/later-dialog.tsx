import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { TimeChoices } from "@/components/desk/snooze/time-choices";
import { useWindow } from "@/components/desk/window/use-window";
import { When } from "@/components/time/when";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { scheduledQuery } from "@/lib/channels/browser/scheduled";
import { scheduleMessage } from "@/lib/channels/scheduled/endpoints";
import { newId } from "@/lib/kernel/ids";
import type { Later } from "./sending";

type Props = { later: Later; open: boolean; onOpenChange: (isOpen: boolean) => void };

/** Asks when a reply is sent; a time after the channel's window is refused at once. */
export function LaterDialog({ later, open, onOpenChange }: Props) {
  const t = useTranslations("chat.later");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")}>
      <Choices later={later} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Choices({ later: { key, messages, onDone }, onDone: close }: { later: Later; onDone: () => void }) {
  const t = useTranslations("chat.later");
  const { workspace, live } = useLive();
  const queries = useQueryClient();
  const { chatId } = key;
  const params = { workspace, chatId };
  const messaging = useWindow(chatId);
  const [isTooLate, setTooLate] = useState(false);
  // A second try sends the same ones: those that arrived change nothing.
  const [ids] = useState(() => messages.map(() => newId()));

  async function schedule(until: number) {
    const sendAt = new Date(until).toISOString();
    for (const [at, { text, attachments, replyTo }] of messages.entries()) {
      const files = attachments && { attachments: attachments.map(({ id }) => id) };
      const body = { id: ids[at] ?? newId(), text, sendAt, ...files, ...(replyTo && { replyTo: replyTo.id }) };
      await call(scheduleMessage, { params, body });
    }
  }
  const { mutate, error, isPending } = useMutation({
    mutationFn: (until: number) => live.inOrder(chatId, () => schedule(until)),
    onSuccess() {
      void queries.invalidateQueries(scheduledQuery(workspace, chatId));
      toast.success(t("scheduled"));
      close();
      onDone();
    },
  });

  // The menu gives the focus back to its button a moment after it has closed: it belongs to the field, which has it by now.
  useEffect(() => {
    const field = document.activeElement;
    const takeBack = ({ target }: FocusEvent) => {
      const isOutside = target instanceof Element && !target.closest("[role=dialog]");
      if (isOutside && field instanceof HTMLElement) field.focus();
    };
    document.addEventListener("focusin", takeBack);
    return () => document.removeEventListener("focusin", takeBack);
  }, []);

  function choose(until: number) {
    const isAfter = messaging.state === "open" && until >= Date.parse(messaging.until);
    setTooLate(isAfter);
    if (!isAfter && !isPending) mutate(until);
  }

  return (
    <>
      {isTooLate && messaging.state === "open" && (
        <Alert className="mb-2">{t.rich("windowEnds", { time: () => <When at={messaging.until} /> })}</Alert>
      )}
      {!isTooLate && error && <Alert className="mb-2">{error.message}</Alert>}
      <TimeChoices find={t("find")} confirm={t("confirm")} onChoose={choose} />
    </>
  );
}
