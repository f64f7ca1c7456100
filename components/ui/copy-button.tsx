"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { SteadyText } from "./steady-text";

const shownMs = 2000;
const looks = {
  ready: { icon: Copy, word: "Copy" },
  copied: { icon: Check, word: "Copied" },
  failed: { icon: X, word: "Failed" },
} as const;
const words = Object.values(looks).map((look) => look.word);

type CopyButtonProps = { text: string | (() => Promise<string>); label: string; className?: string };

/** `label` says what is copied, such as "Copy key". A function as `text` fetches it first. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof looks>("ready");
  const { icon: Icon, word } = looks[state];

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
      <SteadyText words={words} shown={word} />
      <span role="status" className="sr-only">
        {state === "ready" ? "" : word}
      </span>
    </Button>
  );
}
