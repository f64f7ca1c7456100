"use client";

import { useQuery } from "@tanstack/react-query";
import { ListTree, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { seenAttributesQuery } from "@/lib/people/attribute-display/browser/queries";
import { type AttributeDisplay, type DisplaySettings, maxDisplays, type SeenAttribute } from "@/lib/people/attribute-display/contract";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";
import { AttributeForm } from "./attribute-form";
import { AttributeRow } from "./attribute-row";
import { useAttributeDisplay } from "./use-attribute-display";

type Props = { workspace: string; initial: DisplaySettings; initialSeen: SeenAttribute[] };
type Editing = { display?: AttributeDisplay };

/** How the attributes of contacts are shown to everybody: each change is saved by itself. */
export function AttributeSettings({ workspace, initial, initialSeen }: Props) {
  const t = useTranslations("settings.attributes");
  const { items, save } = useAttributeDisplay(workspace, initial);
  const { data: seen } = useQuery({ ...seenAttributesQuery(workspace), initialData: { items: initialSeen } });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = items.length >= maxDisplays;

  function edit(next: Editing | null) {
    save.reset();
    setChanged(false);
    setEditing(next);
  }

  const saveNow = (next: AttributeDisplay[]) => save.mutate(next, { onError: (error) => toast.error(error.message) });

  function move(from: number, offset: 1 | -1) {
    const [moved, other] = [items[from], items[from + offset]];
    if (!moved) return;
    const label = nameOf(moved);
    if (!other) return setAnnouncement(t(offset === 1 ? "last" : "first", { label }));
    saveNow(items.with(from, other).with(from + offset, moved));
    setAnnouncement(t("moved", { label, position: from + offset + 1, total: items.length }));
  }

  function remove(display: AttributeDisplay) {
    saveNow(items.filter(({ key }) => key !== display.key));
    setAnnouncement(t("removed", { label: nameOf(display) }));
    // The pressed button goes with its row.
    addButton.current?.focus();
  }

  function submit(display: AttributeDisplay) {
    const isKnown = items.some(({ key }) => key === display.key);
    // Lists have room for one: the last one chosen.
    const others = display.isListed ? items.map((one) => ({ ...one, isListed: false })) : items;
    save.mutate(isKnown ? others.map((one) => (one.key === display.key ? display : one)) : [...others, display], {
      onSuccess: () => edit(null),
    });
  }

  const editedName = editing?.display && nameOf(editing.display);
  return (
    <Panel
      title={t("title")}
      hidesTitle
      description={t("order")}
      action={
        <Button ref={addButton} disabled={isFull} onClick={() => edit({})}>
          <Plus aria-hidden className="size-4" />
          {t("add")}
        </Button>
      }
      flush
    >
      {items.length === 0 ? (
        <EmptyState icon={<ListTree />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ol aria-label={t("label")} className="divide-y divide-line">
          {items.map((display, index) => (
            <AttributeRow
              key={display.key}
              display={display}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(offset) => move(index, offset)}
              onEdit={() => edit({ display })}
              onRemove={() => remove(display)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <Dialog
        open={editing !== null}
        onOpenChange={(open) => open || edit(null)}
        title={editedName === undefined ? t("addTitle") : t.rich("editTitle", { label: editedName, bdi })}
        hasUnsavedChanges={isChanged}
      >
        {editing && (
          <AttributeForm
            display={editing.display}
            taken={items.map(({ key }) => key)}
            groups={[...new Set(items.flatMap(({ group }) => group ?? []))]}
            seen={seen.items}
            isSaving={save.isPending}
            error={save.error?.message}
            onChanged={setChanged}
            onCancel={() => edit(null)}
            onSave={submit}
          />
        )}
      </Dialog>
    </Panel>
  );
}
