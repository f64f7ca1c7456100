"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { prettyJson } from "@/lib/kernel/pretty-json";
import { bytesOf } from "./describe";

// In UTF-16 units. Longer texts fill more than a screen and start collapsed.
const minCollapsedLength = 3_000;

/** A text, wrapped where necessary: JSON over several lines, and verbatim at a press, because its signature is that of its bytes. */
export function RawText({ label, text }: { label: string; text: string }) {
  const t = useTranslations("calls.size");
  const [isVerbatim, setVerbatim] = useState(false);
  const pretty = prettyJson(text);
  return (
    <details open={text.length < minCollapsedLength} className="mt-3">
      <summary className="w-fit rounded-sm text-soft text-xs">
        {label}, {t("bytes", { count: bytesOf(text) })}
      </summary>
      <div className="relative mt-2">
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5">
          {isVerbatim ? text : pretty}
        </pre>
        {pretty !== text && (
          <Button
            variant="ghost"
            aria-pressed={isVerbatim}
            className="absolute end-1 top-1 bg-raised text-xs"
            onClick={() => setVerbatim(!isVerbatim)}
          >
            {t("verbatim")}
          </Button>
        )}
      </div>
    </details>
  );
}
