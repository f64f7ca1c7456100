import type { Panel } from "@/lib/desk/panel/contract";
import { BlockDialog } from "./block-dialog";
import { EraseOpenPerson } from "./erase-open-person";

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
