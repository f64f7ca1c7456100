/** Asks whether to leave the page for an address, and goes there when the answer is yes. */
type Ask = (address: string) => void;

const checks = new Set<() => boolean>();
let ask: Ask | undefined;

/** Undefined takes it away. */
export function setAsk(next: Ask | undefined): void {
  ask = next;
}

/** `hasChanges` says whether leaving the page would lose something. Returns what ends the watch. */
export function watchChanges(hasChanges: () => boolean): () => void {
  checks.add(hasChanges);
  return () => void checks.delete(hasChanges);
}

export const wouldLoseChanges = (): boolean => [...checks].some((hasChanges) => hasChanges());
export const discardChanges = (): void => checks.clear();

/** Whether it asks first. */
export function confirmLeaving(address: string): boolean {
  if (!ask || !wouldLoseChanges()) return false;
  ask(address);
  return true;
}
