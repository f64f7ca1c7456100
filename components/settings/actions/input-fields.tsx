import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { mostInputs } from "@/lib/domain/buttons/shared/options";
import { newId } from "@/lib/kernel/ids";
import { InputEditor } from "./input-editor";
import type { OptionFieldsProps } from "./option-draft";
import { emptyInput, type InputDraft } from "./option-draft";

/** What the agent fills in before the button is sent. */
export function InputFields({ draft: { inputs }, problems, onChange }: OptionFieldsProps) {
  const change = (at: number, by: Partial<InputDraft>) =>
    onChange({ inputs: inputs.map((input, index) => (index === at ? { ...input, ...by } : input)) });
  return (
    <>
      <p className="text-soft text-xs">What the agent fills in before it is sent. Your server gets it as “inputs”.</p>
      {inputs.length > 0 && (
        <ol aria-label="Inputs" className="grid gap-3">
          {inputs.map((input, at) => (
            <InputEditor
              key={input.key}
              input={input}
              number={at + 1}
              problemAt={(field) => problems.get(`options.inputs.${at}.${field}`)}
              onChange={(by) => change(at, by)}
              onRemove={() => onChange({ inputs: inputs.filter((_, index) => index !== at) })}
            />
          ))}
        </ol>
      )}
      {inputs.length < mostInputs ? (
        <Button className="justify-self-start" onClick={() => onChange({ inputs: [...inputs, emptyInput(newId())] })}>
          <Plus aria-hidden className="size-4" />
          Add input
        </Button>
      ) : (
        <p className="text-soft text-xs">A button has at most {mostInputs} inputs.</p>
      )}
    </>
  );
}
