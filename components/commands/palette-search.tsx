"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useOptions } from "@/components/ui/use-options";
import { useShownName } from "@/components/ui/use-shown-name";
import { listKey } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import { takeTyped } from "./early-keys";
import { chatEntries, commandEntries, type Entry, search } from "./entries";
import { type Open, withFound } from "./found-entries";
import { PaletteList } from "./palette-list";
import { commandsNow, subscribe } from "./registry";
import { useFound } from "./use-found";
import { useOpen } from "./use-open";

const maxTypedLength = 200;

/** The chats as they were when the palette opened: a list that changes would move what is being chosen. */
function useChatEntries(workspace: string, open: Open): Entry[] {
  const client = useQueryClient();
  const nameOf = useShownName();
  const [entries] = useState(() => {
    const lists = client.getQueriesData<ChatList>({ queryKey: listKey(workspace) });
    return chatEntries(
      lists.map(([, list]) => list),
      open.chat,
      nameOf,
    );
  });
  return entries;
}

type PaletteSearchProps = { workspace: string; isSearch: boolean; onChoose: (entry: Entry) => void };

export function PaletteSearch({ workspace, isSearch, onChoose }: PaletteSearchProps) {
  const t = useTranslations("commands");
  const [typed, setTyped] = useState("");
  const commands = useSyncExternalStore(subscribe, commandsNow, commandsNow);
  const open = useOpen(workspace);
  const chats = useChatEntries(workspace, open);
  const all = useMemo(() => [...(isSearch ? [] : commandEntries(commands)), ...chats], [isSearch, commands, chats]);
  const local = useMemo(() => search(typed, all), [typed, all]);
  const remote = useFound(workspace, typed, open);
  const found = useMemo(() => withFound(local, remote.entries), [local, remote.entries]);
  const entries = found.flatMap((group) => group.entries);
  const options = useOptions(entries);
  const { active } = options;

  function onKeyDown(event: KeyboardEvent): void {
    // Enter then confirms what an input method composed.
    if (event.nativeEvent.isComposing) return;
    const isChosen = event.key === "Enter" && active !== undefined;
    if (!isChosen && !options.move(event.key)) return;
    event.preventDefault();
    if (isChosen) onChoose(active);
  }

  /** Says how many there are once the server has replied, and not at each key. */
  function statusText(): string {
    if (remote.state === "searching") return active ? "" : t("searching");
    if (active) return t("found", { count: entries.length });
    if (remote.state === "failed") return "";
    return typed.trim() === "" ? t("searchOnly.hint") : t("nothing", { typed });
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b ps-4 pe-14 focus-within:border-accent">
        <Search aria-hidden className="size-4 shrink-0 text-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t(isSearch ? "searchOnly.label" : "search")}
          aria-expanded={active !== undefined}
          aria-controls={options.listId}
          aria-autocomplete="list"
          aria-activedescendant={options.activeElementId}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxTypedLength}
          placeholder={t(isSearch ? "searchOnly.placeholder" : "placeholder")}
          value={typed}
          onFocus={() => {
            const early = takeTyped();
            if (early !== "") setTyped(early.slice(0, maxTypedLength));
          }}
          onChange={(event) => {
            setTyped(event.target.value);
            options.reset();
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent py-3.5 text-lg outline-none"
        />
      </div>
      {active && <PaletteList found={found} options={options} onChoose={onChoose} />}
      <p role="status" className={active ? "sr-only" : "break-words px-4 py-6 text-center text-soft"}>
        {statusText()}
      </p>
      {(remote.state === "failed" || remote.state === "partial") && (
        <p role="alert" className="flex-none border-line border-t px-4 py-2.5 text-soft">
          {t(remote.state === "failed" ? "failed" : "partial")}
        </p>
      )}
    </>
  );
}
