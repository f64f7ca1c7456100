import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { IconButton } from "@/components/ui/icon-button";

type Props = {
  /** Names what is edited: "Edit VIP". */
  editLabel: string;
  removeLabel: string;
  onEdit: () => void;
  onRemove: () => void;
  /** What else is done with the row, before these two. */
  children?: ReactNode;
  className?: string;
};

/** What is done with a row of the settings, in the same words and icons everywhere. */
export function RowActions({ editLabel, removeLabel, onEdit, onRemove, children, className }: Props) {
  return (
    <div className={classes("-ms-2 flex gap-1 sm:ms-1", className)}>
      {children}
      <IconButton label={editLabel} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={removeLabel} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </div>
  );
}
