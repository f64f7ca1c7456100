/**
 * State that lives as long as the process, in one object. Next bundles a module more than once, and `npm run dev` reloads a
 * changed module, so shared state cannot be a module's variable. Only data is stored here (connections, queues, caches,
 * timers); the code that works on it stays in modules, because a stored function would remain the version that the process
 * started with. Each module declares its part:
 *
 *     declare module "@/lib/platform/runtime" {
 *       interface Runtime {
 *         keyUses: Uses;
 *       }
 *     }
 */
export interface Runtime {
  /** Set by server.mjs, which waits until one of them is called. */
  startup: { succeeded: () => void; failed: (error: unknown) => void };
}

const key = Symbol.for("beside.runtime");
const shared = globalThis as unknown as Record<symbol, Partial<Runtime> | undefined>;
shared[key] ??= {};
export const runtime: Partial<Runtime> = shared[key];

/** The part of the runtime with this name, created at the first call. */
export function singleton<Name extends keyof Runtime>(name: Name, make: () => Runtime[Name]): Runtime[Name] {
  const found = runtime[name];
  if (found !== undefined) return found;
  const made = make();
  runtime[name] = made;
  return made;
}
