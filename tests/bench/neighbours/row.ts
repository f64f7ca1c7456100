import type { Pattern } from "./attack";
import type { Probe } from "./probes";
import type { Target } from "./target";
import type { World } from "./world";

export type Row = {
  /** By which `--only` names it. */
  name: string;
  /** What the aggressor does. */
  does: string;
  probe: Probe;
  /** Makes the aggressor's workspace what it is before the attack. */
  prepare: (world: World, target: Target) => Promise<Plan>;
};

type Plan = {
  patterns: Pattern[];
  /** Called when the aggressor has begun, right before the time that counts. */
  begin?: () => Promise<void>;
  /** What happens meanwhile, until the signal. */
  meanwhile?: (signal: AbortSignal) => Promise<void>;
  /** How much of the aggressor's work is done, where its calls do not say so. */
  progress?: () => Promise<number>;
};
