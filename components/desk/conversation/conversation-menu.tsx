"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Panel } from "@/lib/desk/panel/contract";
import type { Question } from "./conversation-questions";
import type { Choosing } from "./header-actions";

const parts = loader(() => import("./conversation-items"));

type Props = { panel: Panel; choosing: Choosing; onChoose: (choosing: Choosing) => void };

/** What is done rarely: ask for the phone, send a template, block, erase. Without room in the header also what else is there. */
export function ConversationMenu({ panel, choosing, onChoose }: Props) {
  const [question, setQuestion] = useState<Question>(null);
  const Parts = useLoaded(parts, question !== null);
  const t = useTranslations("chat.menu");
  const trigger = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(false);

  // The item of the menu that opened a dialog is gone when the dialog closes.
  useEffect(() => {
    if (wasChoosing.current && !choosing && document.activeElement === document.body) trigger.current?.focus();
    wasChoosing.current = choosing !== null;
  }, [choosing]);

  const name = useShownName()(panel.person.displayName);

  return (
    <>
      <Menu
        loads={parts}
        trigger={
          <IconButton ref={trigger} label={t("label", { name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {({ ConversationItems }) => <ConversationItems panel={panel} onChoose={onChoose} onAsk={setQuestion} />}
      </Menu>
      {Parts && <Parts.ConversationQuestions panel={panel} question={question} onAsk={setQuestion} />}
    </>
  );
}
