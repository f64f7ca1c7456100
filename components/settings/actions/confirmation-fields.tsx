import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import type { OptionFieldsProps } from "./option-draft";
import { OptionSwitch } from "./option-switch";

export function ConfirmationFields({ draft: { confirms, explanation, inputs }, problems, onChange }: OptionFieldsProps) {
  const isAsked = confirms || inputs.length > 0;
  return (
    <>
      <OptionSwitch
        title="Ask before sending"
        hint={inputs.length > 0 ? "It asks anyway, because it has inputs." : "“Refund order for Ada Okafor (user_8841)?”"}
        checked={isAsked}
        onChange={(checked) => inputs.length === 0 && onChange({ confirms: checked })}
      />
      {isAsked && (
        <Field
          label="Sentence (optional)"
          hint="What the agent should know, such as “The money is sent at once.”"
          error={problems.get("options.explanation")}
        >
          <TextArea value={explanation} onChange={(event) => onChange({ explanation: event.currentTarget.value })} />
        </Field>
      )}
    </>
  );
}
