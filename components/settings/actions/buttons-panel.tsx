"use client";

import { useMutation } from "@tanstack/react-query";
import { MousePointerClick, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import type { Button as ActionButton } from "@/lib/actions/buttons/contract";
import { orderButtons } from "@/lib/actions/buttons/endpoints";
import { call } from "@/lib/browser/call";
import { ButtonDialog } from "./button-dialog";
import { ButtonRow } from "./button-row";
import { useActionSettings } from "./use-action-settings";

/** A copy of the list with one element moved; unchanged when `to` is out of range. */
function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

export function ButtonsPanel({ workspace, buttons }: { workspace: string; buttons: ActionButton[] }) {
  const [isAdding, setAdding] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.buttons");

  const order = useMutation({
    // Requests run one after the other, so that the last press wins.
    scope: { id: `button-order:${workspace}` },
    mutationFn: (next: ActionButton[]) => call(orderButtons, { params: { workspace }, body: { ids: next.map(({ id }) => id) } }),
    onMutate: (next) => change(() => ({ buttons: next })),
    onError: (error) => {
      toast.error(error.message);
      return refresh();
    },
  });

  function move(from: number, offset: 1 | -1) {
    const label = buttons[from]?.label ?? "";
    if (!buttons[from + offset]) return setAnnouncement(t(offset === 1 ? "last" : "first", { label }));
    const next = moveItem(buttons, from, from + offset);
    order.mutate(next);
    setAnnouncement(t("moved", { label, position: from + offset + 1, total: buttons.length }));
  }

  return (
    <Panel
      title={t("title")}
      description={t("description")}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t("add")}
        </Button>
      }
      flush
    >
      {buttons.length === 0 ? (
        <EmptyState icon={<MousePointerClick />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ol aria-label={t("label")} className="divide-y divide-line">
          {buttons.map((button, index) => (
            <ButtonRow
              key={button.id}
              workspace={workspace}
              button={button}
              isFirst={index === 0}
              isLast={index === buttons.length - 1}
              onMove={(offset) => move(index, offset)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ButtonDialog workspace={workspace} open={isAdding} onOpenChange={setAdding} />
    </Panel>
  );
}
