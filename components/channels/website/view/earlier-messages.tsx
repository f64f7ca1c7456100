import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useLive } from "./live";
import { useTexts } from "./settings";

export function EarlierMessages() {
  const texts = useTexts();
  const live = useLive();
  const [problem, setProblem] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function show() {
    setBusy(true);
    setProblem(false);
    await live.showEarlier().catch(() => setProblem(true));
    setBusy(false);
  }

  return (
    <li className="flex flex-col items-center gap-1">
      <Button variant="ghost" busy={isBusy} onClick={show}>
        {texts.log.earlier}
      </Button>
      {problem && (
        <span role="alert" className="text-problem text-xs">
          {texts.notice.away}
        </span>
      )}
    </li>
  );
}
