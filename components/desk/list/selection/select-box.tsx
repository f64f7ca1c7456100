import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { classes } from "@/components/ui/classes";
import { useShownName } from "@/components/ui/use-shown-name";
import { chatsQuery, type Filter } from "@/lib/chats/browser/queries";
import type { ChatSummary } from "@/lib/chats/contract";
import { selection, useSelecting, useSelection } from "./selection";

type Props = { chat: ChatSummary; filter: Filter; isTabStop: boolean };

/** Selects a chat of the list; over its face, under the pointer or while others are selected. */
export function SelectBox({ chat: { id, displayName }, filter, isTabStop }: Props) {
  const t = useTranslations("chat.selection");
  const nameOf = useShownName();
  const client = useQueryClient();
  const { workspace } = useLive();
  const selected = useSelection();
  const isSelecting = useSelecting();

  // A change of the box does not say which keys were held.
  const isRange = useRef(false);
  const hold = ({ shiftKey }: MouseEvent | KeyboardEvent): void => {
    isRange.current = shiftKey;
  };
  function choose(): void {
    const { items } = client.getQueryData(chatsQuery(workspace, filter).queryKey) ?? { items: [] };
    if (isRange.current)
      selection.extend(
        id,
        items.map((chat) => chat.id),
      );
    else selection.toggle(id);
  }

  return (
    <label
      onPointerDown={hold}
      onKeyDown={hold}
      className={classes(
        "absolute start-2.5 top-1/2 grid size-9 -translate-y-1/2 cursor-pointer place-items-center rounded-full border border-line bg-surface has-focus-visible:opacity-100",
        !isSelecting && "opacity-0 pointer-coarse:hidden [li:hover>&]:opacity-100",
      )}
    >
      <input
        type="checkbox"
        aria-label={t("select", { name: nameOf(displayName) })}
        tabIndex={isSelecting && isTabStop ? undefined : -1}
        checked={selected.has(id)}
        onChange={choose}
        className="size-4 cursor-pointer accent-accent"
      />
    </label>
  );
}
