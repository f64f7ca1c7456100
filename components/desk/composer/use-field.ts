import { type ChangeEvent, type RefObject, useCallback, useRef } from "react";
import { flushSync } from "react-dom";
import type { Announcer } from "@/components/desk/presence/announcer";
import { call } from "@/lib/browser/call";
import { showTyping } from "@/lib/channels/endpoints";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import type { Mentioned } from "@/lib/chats/contract";
import type { Values } from "@/lib/chats/replies/shared/variables";
import { useSuggestions } from "./use-suggestions";

/** The customer sees it for 25 seconds. */
const repeatMs = 20_000;

type Options = {
  box: RefObject<HTMLTextAreaElement | null>;
  isNote: boolean;
  /** The customer sees on their side that somebody is typing. */
  showsTyping: boolean;
  values: Values;
  announcer: Announcer;
  change: (next: (draft: Draft) => Draft) => void;
};

/** Writes into the draft, and announces that somebody is writing. */
export function useField(draftKey: DraftKey, { box, isNote, showsTyping, values, announcer, change }: Options) {
  const tellCustomer = useTyping(draftKey, showsTyping);
  const suggestions = useSuggestions({ box, isNote, values, onInsert: insert });

  function insert({ start, end }: { start: number; end: number }, inserted: string, member?: Mentioned) {
    const field = box.current;
    if (!field) return;
    flushSync(() => write(field.value.slice(0, start) + inserted + field.value.slice(end), member));
    field.focus();
    field.setSelectionRange(start + inserted.length, start + inserted.length);
    suggestions.read();
  }

  function write(next: string, member?: Mentioned) {
    const withMember = (all: Mentioned[] = []) => (member ? [...all.filter(({ id }) => id !== member.id), member] : all);
    change(({ mentions, ...now }) => ({ ...now, text: next, ...((mentions || member) && { mentions: withMember(mentions) }) }));
    if (next.trim() === "") return announcer.endTyping();
    tellCustomer();
    if (!isNote) announcer.type();
  }

  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
    write(target.value);
    suggestions.read();
  }

  /** Types the slash that opens the saved replies, for those who do not know it. */
  function openReplies() {
    const typed = box.current;
    if (!typed) return;
    const { selectionStart: start, selectionEnd: end, value } = typed;
    const isWordBefore = start > 0 && !/\s/u.test(value.charAt(start - 1));
    insert({ start, end }, isWordBefore ? " /" : "/");
  }

  return { openReplies, onKeyDown: suggestions.onKeyDown, suggestions: suggestions.element, props: { ...suggestions.field, onChange } };
}

/** Shows the customer that somebody is typing, where the channel can. It is only a courtesy: a failure is not shown. */
function useTyping({ workspace, chatId }: DraftKey, isOn: boolean): () => void {
  const last = useRef({ chatId, at: Number.NEGATIVE_INFINITY });
  return useCallback(() => {
    const now = performance.now();
    if (!isOn || (last.current.chatId === chatId && now - last.current.at < repeatMs)) return;
    last.current = { chatId, at: now };
    call(showTyping, { params: { workspace, chatId }, body: {} }).catch(() => undefined);
  }, [workspace, chatId, isOn]);
}
