import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Panel } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import { LinkDialog } from "./link-dialog";
import { Suggestion } from "./suggestion";
import { useLink } from "./use-link";

/** Links somebody who is no contact yet, and undoes a link that an agent made. */
export function PersonLink({ panel }: { panel: Panel }) {
  const t = useTranslations("chat.link");
  const [isOpen, setOpen] = useState(false);
  const { chat, contact, person, suggestion } = panel;
  const { undo, isUndoing } = useLink(chat.id);
  const mayUndo = contact !== null && person.linkedBy === "agent";
  return (
    <>
      {suggestion && <Suggestion chatId={chat.id} suggestion={suggestion} />}
      {contact === null && (
        <button type="button" className={`mt-2 ${quietLink}`} onClick={() => setOpen(true)}>
          {t("open")}
        </button>
      )}
      {mayUndo && (
        <button
          type="button"
          className={`mt-2 ${quietLink}`}
          aria-disabled={isUndoing}
          onClick={() => isUndoing || undo({ userId: contact.userId })}
        >
          {t("undoLink")}
        </button>
      )}
      <LinkDialog panel={panel} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
