"use client";

import { Check, Copy, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";

const shownMs = 2000;
const icons = { ready: Copy, copied: Check, failed: X } as const;

type CopyButtonProps = { text: string | (() => Promise<string>); label: string; word?: string; className?: string };

/** `label` says what is copied, such as "Copy key". A function as `text` fetches it first. */
export function CopyButton({ text, label, word: readyWord, className }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [state, setState] = useState<keyof typeof icons>("ready");
  const texts = { ready: readyWord ?? t("copy"), copied: t("copied"), failed: t("copyFailed") };
  const word = texts[state];
  const Icon = icons[state];

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
      {/* Its icon says that it worked: the word stays, so that nothing moves and nothing is kept free. */}
      <Icon aria-hidden className="size-4" />
      {state === "failed" ? texts.failed : texts.ready}
      <span role="status" className="sr-only">
        {state === "ready" ? "" : word}
      </span>
    </Button>
  );
}
