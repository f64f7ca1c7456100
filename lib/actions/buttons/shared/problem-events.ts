const folded = (name: string): string => name.trim().toLowerCase();

/** Names of events are compared without regard to case and to white space around them. */
export const sameName = (a: string, b: string): boolean => folded(a) === folded(b);

type Shown = { onProblemCards: boolean; problemEvents: readonly string[] };

/** Whether a button is on the card of a problem with this name. Without names it is on all of them. */
export const goesWith = ({ onProblemCards, problemEvents }: Shown, event: string): boolean =>
  onProblemCards && (problemEvents.length === 0 || problemEvents.some((name) => sameName(name, event)));
