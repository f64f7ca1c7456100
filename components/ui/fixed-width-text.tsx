import { classes } from "./classes";

/** One of several texts, in the width of the longest, so that nothing moves when the text changes. */
export function FixedWidthText<T extends string>({ texts, current }: { texts: readonly T[]; current: T }) {
  return (
    <span className="grid text-start">
      {texts.map((text) => (
        <span key={text} aria-hidden={text !== current} className={classes("col-start-1 row-start-1", text !== current && "invisible")}>
          {text}
        </span>
      ))}
    </span>
  );
}
