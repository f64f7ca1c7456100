"use client";

import { useTranslations } from "next-intl";
import { useId, useSyncExternalStore } from "react";
import { Link } from "@/components/ui/link";
import { available } from "./entries";
import { Keys } from "./keys";
import { useKeysEnabled } from "./keys-setting";
import { Layer, type LayerProps } from "./layer";
import { type Command, commandsNow, subscribe } from "./registry";

const order: readonly Command["group"][] = ["chat", "actions", "go", "app"];

/** The keys that do something on this screen now. */
export function KeyList({ workspace, isOpen, onClose }: Pick<LayerProps, "isOpen" | "onClose"> & { workspace: string }) {
  const t = useTranslations("commands");
  const isEnabled = useKeysEnabled();
  const commands = available(useSyncExternalStore(subscribe, commandsNow, commandsNow));
  const usable = commands.filter(({ keys }) => keys !== undefined && (isEnabled || keys.startsWith("mod+")));
  return (
    <Layer isOpen={isOpen} onClose={onClose} title={t("keyList")}>
      {/* In a low window all of it scrolls. */}
      <div className="flex min-h-0 flex-col short:block short:overflow-y-auto">
        <section
          aria-label={t("keyList")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
          className="min-h-0 overflow-y-auto px-4 pt-3 outline-offset-[-2px] sm:columns-2"
        >
          {order.map((group) => (
            <KeyGroup key={group} title={t(`groups.${group}`)} commands={usable.filter((command) => command.group === group)} />
          ))}
        </section>
        <p className="flex-none border-line border-t px-4 py-3 text-soft">
          {t.rich(isEnabled ? "areOn" : "areOff", {
            link: (text) => (
              <Link href={`/${workspace}/profile#keys`} onClick={onClose} className="font-medium text-accent underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </p>
      </div>
    </Layer>
  );
}

function KeyGroup({ title, commands }: { title: string; commands: Command[] }) {
  const id = useId();
  if (commands.length === 0) return null;
  return (
    <section aria-labelledby={id} className="break-inside-avoid pb-4">
      <h3 id={id} className="pb-1 text-soft text-xs">
        {title}
      </h3>
      <ul>
        {commands.map((command) => (
          <li key={command.id} className="flex min-h-8 items-center justify-between gap-3">
            <span className="min-w-0 break-words">{command.label}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
