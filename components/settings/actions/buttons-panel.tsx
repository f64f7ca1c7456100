"use client";

import { useMutation } from "@tanstack/react-query";
import { MousePointerClick, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { call } from "@/lib/browser/call";
import { type Button as ActionButton, orderButtons } from "@/lib/domain/buttons/contract";
import { ButtonDialog } from "./button-dialog";
import { ButtonRow } from "./button-row";
import { moved } from "./moved";
import { useActionSettings } from "./use-action-settings";

export function ButtonsPanel({ workspace, buttons }: { workspace: string; buttons: ActionButton[] }) {
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState("");
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.buttons");

  const order = useMutation({
    // One after the other, so that the last press decides.
    scope: { id: `button-order:${workspace}` },
    mutationFn: (next: ActionButton[]) => call(orderButtons, { params: { workspace }, body: { ids: next.map(({ id }) => id) } }),
    onMutate: (next) => change(() => ({ buttons: next })),
    onError: (error) => {
      toast.error(error.message);
      return refresh();
    },
  });

  function move(from: number, by: 1 | -1) {
    const label = buttons[from]?.label ?? "";
    if (!buttons[from + by]) return setSaid(t(by === 1 ? "last" : "first", { label }));
    const next = moved(buttons, from, from + by);
    order.mutate(next);
    setSaid(t("moved", { label, position: from + by + 1, total: buttons.length }));
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
          {buttons.map((button, at) => (
            <ButtonRow
              key={button.id}
              workspace={workspace}
              button={button}
              isFirst={at === 0}
              isLast={at === buttons.length - 1}
              onMove={(by) => move(at, by)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <ButtonDialog workspace={workspace} open={isAdding} onOpenChange={setAdding} />
    </Panel>
  );
}
