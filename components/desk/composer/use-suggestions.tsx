import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Mentioned } from "@/lib/chats/contract";
import type { Values } from "@/lib/chats/replies/shared/variables";
import { type SuggestionKeys, type Trigger, triggerAt } from "./trigger";

const list = loader(() => import("./suggestions").then(({ Suggestions }) => Suggestions));

const isSame = (a: Trigger | null, b: Trigger | null) =>
  a?.start === b?.start && a?.end === b?.end && a?.query === b?.query && a?.sign === b?.sign;

type Options = {
  box: RefObject<HTMLTextAreaElement | null>;
  isNote: boolean;
  values: Values;
  /** Replaces a part of the text; the caret comes behind it. */
  onInsert: (at: { start: number; end: number }, text: string, member?: Mentioned) => void;
};

/** The saved replies behind a slash, and in a note the members behind an @, above the field. */
export function useSuggestions({ box, isNote, values, onInsert }: Options) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string>();
  const keys = useRef<SuggestionKeys>(null);
  /** Where the sign stands whose list was closed by Escape: it is text then. */
  const dismissed = useRef<number | null>(null);
  const List = useLoaded(list, trigger !== null);
  const isOpen = trigger !== null && List !== undefined;

  /** Reads the text and the caret again. */
  function read(): void {
    const field = box.current;
    const hasCaret = field !== null && field.selectionStart === field.selectionEnd;
    const found = hasCaret ? triggerAt(field.value, field.selectionStart, isNote ? ["/", "@"] : ["/"]) : null;
    if (found?.start !== dismissed.current) dismissed.current = null;
    const next = dismissed.current === null ? found : null;
    setTrigger((current) => (isSame(current, next) ? current : next));
  }

  function close(): void {
    dismissed.current = trigger?.start ?? null;
    setTrigger(null);
  }

  function insert(text: string, member?: Mentioned): void {
    if (!trigger) return;
    setTrigger(null);
    onInsert(trigger, text, member);
  }

  return {
    read,
    /** Whether the key was for the list. */
    onKeyDown: (event: KeyboardEvent): boolean => isOpen && keys.current?.onKeyDown(event) === true,
    field: {
      onSelect: read,
      onBlur: () => setTrigger(null),
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": isOpen ? listId : undefined,
      "aria-activedescendant": isOpen ? active : undefined,
    } as const,
    element: trigger && List && (
      <List ref={keys} id={listId} trigger={trigger} values={values} onActive={setActive} onInsert={insert} onClose={close} />
    ),
  };
}

const listId = "composer-suggestions";
