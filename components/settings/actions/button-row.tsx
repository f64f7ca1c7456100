"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { SettingsRow } from "@/components/settings/shared/settings-row";
import { bdi } from "@/components/ui/bdi";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import type { Button as ActionButton } from "@/lib/actions/buttons/contract";
import { changeButton, removeButton } from "@/lib/actions/buttons/endpoints";
import { call } from "@/lib/browser/call";
import { ButtonDialog } from "./button-dialog";
import { ButtonMarks } from "./button-marks";
import { useActionSettings } from "./use-action-settings";

type ButtonRowProps = { workspace: string; button: ActionButton; isFirst: boolean; isLast: boolean; onMove: (offset: 1 | -1) => void };

export function ButtonRow({ workspace, button, isFirst, isLast, onMove }: ButtonRowProps) {
  const { id, label, action, enabled, options } = button;
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.buttons");
  const params = { workspace, buttonId: id };

  const toggle = useMutation({
    // A second press waits for the first.
    scope: { id: `toggle ${id}` },
    mutationFn: (next: boolean) => call(changeButton, { params, body: { enabled: next } }),
    onSuccess: (saved) => {
      change(({ buttons }) => ({ buttons: buttons.map((one) => (one.id === id ? saved : one)) }));
      toast.success(t.rich(saved.enabled ? "switchedOn" : "switchedOff", { label, bdi }));
    },
    onError: (error) => toast.error(error.message),
  });

  async function remove() {
    await call(removeButton, { params });
    toast.success(t.rich("removed", { label, bdi }));
    change(({ buttons }) => ({ buttons: buttons.filter((one) => one.id !== id) }));
  }

  return (
    <SettingsRow
      className="gap-y-1 py-2.5"
      editLabel={t("edit", { label })}
      editor={({ open, onClose }) => <ButtonDialog workspace={workspace} button={button} open={open} onOpenChange={onClose} />}
      removal={{
        label: t("remove", { label }),
        title: t.rich("removeTitle", { label, bdi }),
        body: t("removeBody"),
        confirm: t("removeConfirm"),
        run: remove,
      }}
      refresh={refresh}
      control={
        <Switch label={t("on", { label })} checked={toggle.isPending ? toggle.variables : enabled} onCheckedChange={toggle.mutate} />
      }
      actionsClassName="w-full sm:w-auto"
      actions={
        <>
          {/* Not `disabled`: at the end of the list the button must keep the keyboard focus. */}
          <IconButton label={t("up", { label })} aria-disabled={isFirst} onClick={() => onMove(-1)}>
            <ArrowUp />
          </IconButton>
          <IconButton label={t("down", { label })} aria-disabled={isLast} onClick={() => onMove(1)}>
            <ArrowDown />
          </IconButton>
        </>
      }
    >
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{label}</p>
        <code className="break-all font-mono text-soft text-xs">{action}</code>
        <ButtonMarks options={options} />
      </div>
    </SettingsRow>
  );
}
