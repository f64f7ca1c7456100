"use client";

import { useTranslations } from "next-intl";
import { Fragment, useSyncExternalStore } from "react";
import { isApple } from "./platform";

const never = () => () => {};

/** "e", "mod+k" or "a 1" as the keys of the keyboard. */
export function Keys({ keys }: { keys: string }) {
  const t = useTranslations("commands");
  const hasCommandKey = useSyncExternalStore(never, isApple, () => false);
  const names: Record<string, string> = {
    mod: hasCommandKey ? "⌘" : t("ctrl"),
    shift: t("shift"),
    alt: hasCommandKey ? "⌥" : t("alt"),
    return: "↵",
  };
  const nameOf = (part: string) => names[part] ?? part.toUpperCase();
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-soft text-xs">
      {keys.split(" ").map((stroke, index) => (
        <Fragment key={`${index} ${stroke}`}>
          {index > 0 && <span>{t("then")}</span>}
          {stroke
            .split("+")
            .map(nameOf)
            .map((name) => (
              <kbd key={name} className="min-w-5 rounded-sm border border-line bg-raised px-1 text-center font-sans text-xs">
                {name}
              </kbd>
            ))}
        </Fragment>
      ))}
    </span>
  );
}
