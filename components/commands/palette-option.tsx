"use client";

import { Info, Lock, MessageCircle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { When } from "@/components/time/when";
import { Avatar } from "@/components/ui/avatar";
import { classes } from "@/components/ui/classes";
import type { Options } from "@/components/ui/use-options";
import type { Entry } from "./entries";
import { HighlightedText } from "./highlighted-text";
import { Keys } from "./keys";

type PaletteOptionProps = { entry: Entry; props: ReturnType<Options<Entry>["propsOf"]> };

export function PaletteOption({ entry, props }: PaletteOptionProps) {
  const channels = useTranslations("chat.channels");
  const { label, name, details = [], at, keys, channel } = entry;

  return (
    <div
      {...props}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 aria-selected:bg-accent-soft pointer-coarse:min-h-11"
    >
      <Sign entry={entry} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{name ? <HighlightedText {...name} /> : label}</span>
        {details.length > 0 && (
          <span className="block truncate text-soft text-xs">
            {details.map((detail, index) => (
              <Fragment key={`${index} ${detail.text}`}>
                {index > 0 && " · "}
                <HighlightedText {...detail} />
              </Fragment>
            ))}
          </span>
        )}
      </span>
      {at !== undefined && <When at={at} className="shrink-0 text-soft text-xs" />}
      {channel && <span className="shrink-0 text-soft text-xs">{channels(channel)}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </div>
  );
}

const iconClass = "mx-1 size-4 shrink-0 text-soft";

/** What kind of result it is, also in words. */
function Sign({ entry: { kind, label, channel } }: { entry: Entry }) {
  const t = useTranslations("commands.kinds");
  if (kind === "person" || channel) return <Avatar name={label} size={24} />;
  if (kind === undefined) return null;
  const Icon = { message: MessageCircle, note: Lock, problem: TriangleAlert, info: Info }[kind];
  return (
    <>
      <Icon aria-hidden className={classes(iconClass, kind === "problem" && "text-problem")} />
      <span className="sr-only">{t(kind)}</span>
    </>
  );
}
