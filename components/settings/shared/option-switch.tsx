import { useId } from "react";
import { Switch } from "@/components/ui/switch";

type Props = { title: string; hint: string; checked: boolean; onChange: (checked: boolean) => void };

/** A switch with a title and an explanation. */
export function OptionSwitch({ title, hint, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p id={id} className="text-soft text-xs">
          {hint}
        </p>
      </div>
      <Switch label={title} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}
