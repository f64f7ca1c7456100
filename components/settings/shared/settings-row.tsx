"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { classes } from "@/components/ui/classes";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RowActions } from "./row-actions";

type SettingsRowProps = {
  /** The name and what is known about it; it takes the room that the actions leave. */
  children: ReactNode;
  /** Names what is edited: "Edit VIP". */
  editLabel: string;
  /** The dialog that edits it. */
  editor: (dialog: { open: boolean; onClose: () => void }) => ReactNode;
  /** The removal is asked about; an error of `run` stands in the question. */
  removal: { label: string; title: ReactNode; body: string; confirm: string; run: () => Promise<unknown> };
  /** After a dialog has closed: an error in it may mean that what the row shows has changed. */
  refresh: () => unknown;
  /** A control between the name and the actions. */
  control?: ReactNode;
  /** Buttons before those for editing and removing. */
  actions?: ReactNode;
  /** Further lines, below the name and the actions. */
  below?: ReactNode;
  className?: string;
  actionsClassName?: string;
};

/** One thing in a list of the settings: what it is, and how it is edited and removed. */
export function SettingsRow({ children, editLabel, editor, removal, refresh, ...rest }: SettingsRowProps) {
  const { control, actions, below, className = "gap-y-2 py-3", actionsClassName } = rest;
  const [opened, setOpened] = useState<"edit" | "remove" | null>(null);
  const remove = useMutation({ mutationFn: removal.run, onSuccess: close });

  function close() {
    setOpened(null);
    void refresh();
  }

  return (
    <li className={classes("flex flex-wrap items-center gap-x-3 px-4", className)}>
      {children}
      {control}
      <RowActions
        editLabel={editLabel}
        removeLabel={removal.label}
        onEdit={() => setOpened("edit")}
        onRemove={() => {
          remove.reset();
          setOpened("remove");
        }}
        {...(actionsClassName !== undefined && { className: actionsClassName })}
      >
        {actions}
      </RowActions>
      {below}
      {editor({ open: opened === "edit", onClose: close })}
      <ConfirmDialog
        open={opened === "remove"}
        onOpenChange={close}
        title={removal.title}
        confirmLabel={removal.confirm}
        danger
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={remove.mutate}
      >
        {removal.body}
      </ConfirmDialog>
    </li>
  );
}
