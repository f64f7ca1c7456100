"use client";

import { Copy, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/desk/shared/badge";
import { PropertyValue } from "@/components/desk/shared/property-value";
import { useReader } from "@/components/time/use-reader";
import type { AttributeFormat } from "@/lib/people/attribute-display/contract";
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
          <Badge tone={shown.tone}>{shown.text}</Badge>
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
