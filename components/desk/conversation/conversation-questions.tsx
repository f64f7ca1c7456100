import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { ErasePerson } from "@/components/desk/shared/erase-person";
import { useLive } from "@/components/desk/shared/live";
import { useListSearch } from "@/components/desk/shared/use-view";
import type { Panel } from "@/lib/desk/panel/contract";
import { BlockDialog } from "./block-dialog";

/** What is asked before something is done to the person of the chat. */
export type Question = "block" | "erase" | null;

type Props = { panel: Panel; question: Question; onAsk: (question: Question) => void };

export function ConversationQuestions({ panel, question, onAsk }: Props) {
  const change = (isOpen: boolean) => !isOpen && onAsk(null);
  return (
    <>
      <BlockDialog panel={panel} open={question === "block"} onOpenChange={change} />
      <EraseOpenPerson panel={panel} open={question === "erase"} onOpenChange={change} />
    </>
  );
}

type EraseOpenPersonProps = { panel: Panel; open: boolean; onOpenChange: (open: boolean) => void };

/** Erases the person of the open chat, and leads back to the list. */
function EraseOpenPerson({ panel: { chat, person }, open, onOpenChange }: EraseOpenPersonProps) {
  const { workspace, live } = useLive();
  const router = useRouter();
  const search = useListSearch();
  const erased = useRef<string>(null);

  function backToList() {
    onOpenChange(false);
    live.exit(chat.id);
    router.push(`/${workspace}/chats${search}`);
    erased.current = chat.id;
    live.refreshList();
  }

  // Not before the list is there: in place of a chat that is forgotten its page is shown, or read anew.
  useEffect(
    () => () => {
      if (erased.current) live.forget(erased.current);
    },
    [live],
  );

  return <ErasePerson workspace={workspace} person={person} open={open} onOpenChange={onOpenChange} onErased={backToList} />;
}
