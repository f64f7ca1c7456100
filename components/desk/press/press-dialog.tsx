"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { PanelButton } from "@/lib/desk/panel/contract";
import { PressForm } from "./press-form";
import { type PressedProblem, usePressing } from "./pressing";
import type { PressRequest } from "./use-press";

type Props = {
  button: PanelButton;
  about: PressedProblem | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  error: string | undefined;
  onPress: (pressed: PressRequest) => void;
};

/** Shows the effect and the person, and collects the inputs, before anything is sent. */
export function PressDialog({ button, open, onOpenChange, ...rest }: Props) {
  const t = useTranslations("chat.press");
  const { person } = usePressing();
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich("title", { label: button.label, person, b: (text) => <bdi>{text}</bdi> })}
      description={button.explanation || undefined}
      staysOnOutsidePress={button.inputs.length > 0}
      hasUnsavedChanges={isTyped}
    >
      <PressForm button={button} onTyped={setTyped} onCancel={() => onOpenChange(false)} {...rest} />
    </Dialog>
  );
}
