import { classes } from "./classes";

type Props = {
  /** Names what is under way. */
  label: string;
  /** From 0 to 1; null while nobody knows. */
  share: number | null;
  /** What is read out in place of the percentage. */
  text?: string;
  /** Its size. */
  className?: string;
};

/** How far something is. */
export function ProgressBar({ label, share, text, className }: Props) {
  const percent = share === null ? null : Math.floor(100 * share);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={text}
      className={classes("overflow-clip rounded-full bg-line forced-colors:border", className)}
    >
      <div
        className={classes(
          "h-full rounded-full bg-accent transition-[width] duration-500 forced-color-adjust-none forced-colors:bg-[Highlight]",
          percent === null && "animate-pulse opacity-40",
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
