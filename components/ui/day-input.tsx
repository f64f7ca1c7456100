"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { Input } from "./input";

type Props = Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange" | "ref"> & { value: string; onDay: (day: string) => void };

/**
 * A day that the address has. It arrives there later than the next key: a field that React controls would be emptied while its parts
 * are typed, so the field has its own value, and takes over only what it did not report itself.
 */
export function DayInput({ value, onDay, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const reported = useRef<string[]>([]);

  useEffect(() => {
    const { current: input } = field;
    if (!input) return;
    if (input.value === value) reported.current = [];
    else if (!reported.current.includes(value)) input.value = value;
  }, [value]);

  function report(day: string): void {
    reported.current.push(day);
    onDay(day);
  }
  return <Input {...rest} ref={field} type="date" defaultValue={value} onChange={(event) => report(event.currentTarget.value)} />;
}
