"use client";

import { Copy, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { PropertyValue } from "@/components/desk/shared/property-value";
import { useReader } from "@/components/time/use-reader";
import type { AttributeFormat, Tone } from "@/lib/people/attribute-display/contract";
import type { AttributeValue } from "@/lib/people/attribute-display/shared/arrange";
import { shownValue } from "@/lib/people/attribute-display/shared/format";
import { CopyValue } from "./copy-value";

export type AttributeValueProps = {
  /** What the value is called. */
  name: string;
  value: AttributeValue;
  format: AttributeFormat;
  copy: { copied: boolean | undefined; onCopy: () => void };
};

const tones: Record<Tone, string> = {
  plain: "border-line text-soft",
  accent: "border-transparent bg-accent-soft text-accent",
  good: "border-line text-ok",
  note: "border-note-line bg-note text-text",
  problem: "border-problem-line bg-problem-soft text-problem",
};

/** A value as its format writes it, in the reader's locale and time zone; copying copies what was sent. */
export function FormattedValue({ name, value, format, copy }: AttributeValueProps) {
  const t = useTranslations("chat.facts");
  const shown = shownValue(format, value, useReader());
  switch (shown.kind) {
    case "text":
      return <PropertyValue name={name} value={shown.text} render={(text) => <CopyValue {...copy}>{text}</CopyValue>} />;
    case "number":
      return (
        <CopyValue {...copy}>
          <span className="tabular-nums">{shown.text}</span>
        </CopyValue>
      );
    case "time":
      return (
        <CopyValue {...copy}>
          <time dateTime={shown.dateTime} title={shown.exact}>
            {shown.text}
          </time>
        </CopyValue>
      );
    case "badge":
      return (
        <CopyValue {...copy}>
          <span className={`inline-block rounded-md border px-1.5 text-xs/[18px] ${tones[shown.tone]}`}>{shown.text}</span>
        </CopyValue>
      );
    case "link":
      return (
        <span className="flex items-start gap-1">
          <a
            href={shown.href}
            target="_blank"
            rel="noopener noreferrer"
            title={shown.href}
            className="flex min-h-6 min-w-0 items-center gap-1 rounded-sm text-accent underline-offset-2 hover:underline"
          >
            <span className="min-w-0 truncate">
              <bdi>{shown.host}</bdi>
              <bdi className="text-soft">{shown.path}</bdi>
            </span>
            <ExternalLink aria-hidden className="size-3.5 flex-none" />
            <span className="sr-only">{t("newTab")}</span>
          </a>
          <CopyValue {...copy}>
            <Copy aria-hidden className="mt-0.5 size-3.5 text-soft" />
            <span className="sr-only">{t("copyLink", { name })}</span>
          </CopyValue>
        </span>
      );
  }
}
