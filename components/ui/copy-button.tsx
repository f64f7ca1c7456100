"use client";

import { Check, Copy, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { classes } from "./classes";
import { copyText } from "./copy-text";

const shownMs = 2000;
const icons = { ready: Copy, copied: Check, failed: X } as const;
const states = ["ready", "copied", "failed"] as const;

type CopyButtonProps = { text: string | (() => Promise<string>); label: string; word?: string; className?: string };

/** `label` says what is copied, such as "Copy key". A function as `text` fetches it first. */
export function CopyButton({ text, label, word: readyWord, className }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [state, setState] = useState<keyof typeof icons>("ready");
  const texts = { ready: readyWord ?? t("copy"), copied: t("copied"), failed: t("copyFailed") };
  const word = texts[state];

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
      {/* In the width of the longest, with its icon in the middle, so that nothing moves and no side is blank. */}
      <span className="grid justify-items-center">
        {states.map((one) => {
          const Icon = icons[one];
          return (
            <span
              key={one}
              aria-hidden={one !== state}
              className={classes("col-start-1 row-start-1 flex items-center gap-2", one !== state && "invisible")}
            >
              <Icon aria-hidden className="size-4" />
              {texts[one]}
            </span>
          );
        })}
      </span>
      <span role="status" className="sr-only">
        {state === "ready" ? "" : word}
      </span>
    </Button>
  );
}
