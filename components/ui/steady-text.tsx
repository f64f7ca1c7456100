import { classes } from "./classes";

/** One of several words, in the room of the longest, so that nothing beside it moves when the word changes. */
export function SteadyText<T extends string>({ words, shown }: { words: readonly T[]; shown: T }) {
  return (
    <span className="grid text-left">
      {words.map((word) => (
        <span key={word} aria-hidden={word !== shown} className={classes("col-start-1 row-start-1", word !== shown && "invisible")}>
          {word}
        </span>
      ))}
    </span>
  );
}
