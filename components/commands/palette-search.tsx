"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useMemo, useState, useSyncExternalStore } from "react";
import { useShownName } from "@/components/ui/use-shown-name";
import { listKey } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import { takeTyped } from "./early-keys";
import { chatEntries, commandEntries, type Entry, search } from "./entries";
import { type Open, withFound } from "./found-entries";
import { optionIdOf, PaletteList } from "./palette-list";
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
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const commands = useSyncExternalStore(subscribe, commandsNow, commandsNow);
  const open = useOpen(workspace);
  const chats = useChatEntries(workspace, open);
  const all = useMemo(() => [...(isSearch ? [] : commandEntries(commands)), ...chats], [isSearch, commands, chats]);
  const local = useMemo(() => search(typed, all), [typed, all]);
  const remote = useFound(workspace, typed, open);
  const found = useMemo(() => withFound(local, remote.entries), [local, remote.entries]);
  const entries = found.flatMap((group) => group.entries);
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  );
  const active = entries[index];

  function onKeyDown(event: KeyboardEvent): void {
    // Enter then confirms what an input method composed.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") setActiveId(entries.at((index + (key === "ArrowDown" ? 1 : -1)) % entries.length)?.id);
    else if (key === "Enter" && active) onChoose(active);
    else return;
    event.preventDefault();
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
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionIdOf(listId, active)}
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
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent py-3.5 text-lg outline-none"
        />
      </div>
      {active && <PaletteList id={listId} found={found} active={active} onActive={setActiveId} onChoose={onChoose} />}
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
