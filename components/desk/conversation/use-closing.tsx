import { type ReactNode, useCallback, useState } from "react";
import type { Close } from "@/components/desk/shared/closing";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { Panel } from "@/lib/desk/panel/contract";

const question = loader(() => import("./close-question").then(({ CloseQuestion }) => CloseQuestion));

/** Asks before a chat is closed whose person has an open problem: closing hides the chat, and solves nothing. */
export function useClosingQuestion(panel: Panel): { ask: (close: Close) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Close | null>(null);
  const done = () => setAsked(null);
  const Question = useOpened(question, asked !== null, done);
  const hasProblem = panel.problemsCount > 0;
  const ask = useCallback((close: Close) => (hasProblem ? setAsked(() => close) : close()), [hasProblem]);
  return { ask, question: Question && <Question panel={panel} close={asked} onDone={done} /> };
}
