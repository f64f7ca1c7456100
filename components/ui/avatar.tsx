import { initialsOf } from "./initials";

/** Decorative: the name is always beside it or in the label around it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size < 32 ? 11 : 13 }}
      className="grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent leading-none"
    >
      {initialsOf(name)}
    </span>
  );
}
