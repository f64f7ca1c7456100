import type { ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** For content that a stray click must not close. */
  staysOnOutsidePress?: boolean;
  /** For what is shown once: no Escape, no click outside and no close button, only the buttons inside. */
  hasOwnWayOut?: boolean;
  /** Escape, a click outside and the close button ask before the changes are lost. */
  hasUnsavedChanges?: boolean;
  children: ReactNode;
  footer?: ReactNode;
};

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  confirmLabel: string;
  /** Unless it is “Cancel”. */
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
};
