"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import type { PanelButton } from "@/lib/domain/panel/contract";
import { PressForm } from "./press-form";
import { type About, usePressing } from "./pressing";
import type { Pressed } from "./use-press";

type Props = {
  button: PanelButton;
  about: About | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  error: string | undefined;
  onPress: (pressed: Pressed) => void;
};

/** Says what will happen and for whom, and asks for what the button needs, before anything is sent. */
export function PressDialog({ button, open, onOpenChange, ...rest }: Props) {
  const t = useTranslations("chat.press");
  const { whom } = usePressing();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich("title", { label: button.label, whom, b: (text) => <bdi>{text}</bdi> })}
      description={button.explanation || undefined}
      staysOnOutsidePress={button.inputs.length > 0}
    >
      <PressForm button={button} onCancel={() => onOpenChange(false)} {...rest} />
    </Dialog>
  );
}
