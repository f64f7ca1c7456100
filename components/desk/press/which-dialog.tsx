"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "@/components/desk/shared/choice-list";
import { lineOf } from "@/components/desk/shared/properties";
import { Dialog } from "@/components/ui/dialog";
import type { PanelButton } from "@/lib/desk/panel/contract";
import type { PressedProblem } from "./pressing";

type Props = {
  button: PanelButton;
  choices: readonly PressedProblem[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (problem: PressedProblem) => void;
};

/** Asks which of several problems of one name a press is about. */
export function WhichDialog({ button, choices, open, onOpenChange, onChoose }: Props) {
  const t = useTranslations("chat.press");
  function choose(id: string) {
    const chosen = choices.find((choice) => choice.id === id);
    if (chosen) onChoose(chosen);
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.rich("which", { label: button.label, b: (text) => <bdi>{text}</bdi> })}>
      <ChoiceList
        label={t("reference")}
        empty={t("noReference")}
        choices={choices.map(({ id, event, properties }) => {
          const line = lineOf(properties) || event;
          return { id, label: <bdi>{line}</bdi>, words: line };
        })}
        onChoose={choose}
      />
    </Dialog>
  );
}
