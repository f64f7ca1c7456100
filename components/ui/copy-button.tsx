"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { SteadyText } from "./steady-text";

const shownMs = 2000;
const icons = { ready: Copy, copied: Check, failed: X } as const;

type CopyButtonProps = { text: string | (() => Promise<string>); label: string; word?: string; className?: string };

/** `label` says what is copied, such as "Copy key". A function as `text` fetches it first. */
export function CopyButton({ text, label, word: readyWord = "Copy", className }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof icons>("ready");
  const words = { ready: readyWord, copied: "Copied", failed: "Failed" };
  const Icon = icons[state];
  const word = words[state];

  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), shownMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    setState((await copyText(typeof text === "string" ? text : text())) ? "copied" : "failed");
  }

  return (
    <Button aria-label={state === "ready" ? label : word} className={className} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      <SteadyText words={Object.values(words)} shown={word} />
      <span role="status" className="sr-only">
        {state === "ready" ? "" : word}
      </span>
    </Button>
  );
}
