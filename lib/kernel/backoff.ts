/**
 * The pause before attempt `attempt` (from 0), in milliseconds: twice as long each time up to `maxMs`, and 25 % shorter or
 * longer by chance, so that many clients do not return at the same moment.
 */
export const backoffMs = (attempt: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(firstMs * 2 ** attempt, maxMs) * (0.75 + Math.random() / 2);
