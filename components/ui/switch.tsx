"use client";

import { Switch as Radix } from "radix-ui";

type SwitchProps = { label: string; checked: boolean; onCheckedChange: (checked: boolean) => void; disabled?: boolean };

export function Switch({ label, checked, onCheckedChange, disabled = false }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      // The invisible frame enlarges the touch target.
      className="group relative h-[18px] w-8 shrink-0 rounded-full border border-edge bg-surface transition-colors before:absolute before:-inset-2.5 disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3 translate-x-0.5 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-4 rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
