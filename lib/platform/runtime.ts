/**
 * What lives as long as the process, in one object. Next bundles a module more than once, and `npm run dev` loads a changed
 * module anew, so what modules share cannot lie in one of them. It is data here (connections, queues, caches, handles of
 * timers), and the code that works on it is in modules: a function that was kept here would go on running as it was when
 * the process started. Each module declares its part:
 *
 *     declare module "@/lib/platform/runtime" {
 *       interface Runtime {
 *         keyUses: Uses;
 *       }
 *     }
 */
export interface Runtime {
  /** Set by server.mjs, which waits for one of them. */
  startup: { succeeded: () => void; failed: (error: unknown) => void };
}

const key = Symbol.for("beside.runtime");
const shared = globalThis as unknown as Record<symbol, Partial<Runtime> | undefined>;
shared[key] ??= {};
export const runtime: Partial<Runtime> = shared[key];

/** The part of the runtime with this name, made at the first call. */
export function singleton<Name extends keyof Runtime>(name: Name, make: () => Runtime[Name]): Runtime[Name] {
  const found = runtime[name];
  if (found !== undefined) return found;
  const made = make();
  runtime[name] = made;
  return made;
}
