"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useMemo, useState, useSyncExternalStore } from "react";
import type { ChatList } from "@/lib/domain/chats/browser/chat-list";
import { listKey } from "@/lib/domain/chats/browser/queries";
import { chatEntries, commandEntries, type Entry, search } from "./entries";
import { optionIdOf, PaletteList } from "./palette-list";
import { commandsNow, subscribe } from "./registry";

/** The list's view and filters stay; what else is in the address belongs to the chat that is left. */
function addressOf(workspace: string, chatId: string): string {
  const search = new URLSearchParams(window.location.search);
  search.delete("context");
  const isInChats = window.location.pathname.startsWith(`/${workspace}/chats`);
  return `/${workspace}/chats/${chatId}${isInChats && search.size > 0 ? `?${search}` : ""}`;
}

/** The chats as they were when the palette opened: a list that changes would move what is being chosen. */
function useChatEntries(workspace: string): Entry[] {
  const router = useRouter();
  const client = useQueryClient();
  const [entries] = useState(() => {
    const lists = client.getQueriesData<ChatList>({ queryKey: listKey(workspace) });
    return chatEntries(
      lists.map(([, list]) => list),
      (chatId) => router.push(addressOf(workspace, chatId)),
    );
  });
  return entries;
}

export function PaletteSearch({ workspace, onChoose }: { workspace: string; onChoose: (entry: Entry) => void }) {
  const t = useTranslations("commands");
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const commands = useSyncExternalStore(subscribe, commandsNow, commandsNow);
  const chats = useChatEntries(workspace);
  const all = useMemo(() => [...commandEntries(commands), ...chats], [commands, chats]);
  const found = useMemo(() => search(typed, all), [typed, all]);
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

  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b ps-4 pe-14 focus-within:border-accent">
        <Search aria-hidden className="size-4 shrink-0 text-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t("search")}
          aria-expanded={active !== undefined}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionIdOf(listId, active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("placeholder")}
          value={typed}
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
        {active ? t("found", { count: entries.length }) : t("nothing", { typed })}
      </p>
    </>
  );
}
