import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest time for which one long answer keeps this process from all others. */
const maxHoldMs = 50;
/** Longer parts are a chunk of their own: each costs its reader a turn. */
const chunkLength = 64 * 1024;

/** For work in many short steps: called after each of them, it lets others have the process once this work has had it for 50 ms. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxHoldMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/**
 * The parts of a text, such as its lines, in chunks that are long enough to be sent and short enough to be made without holding up others. What was
 * made before a failure comes before it.
 */
export async function* inChunks(parts: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  try {
    for (let isDone = false; !isDone; ) {
      let text = "";
      const since = performance.now();
      try {
        while (text.length < chunkLength && performance.now() - since < maxHoldMs) {
          const part = await parts.next();
          isDone = part.done === true;
          if (part.done) break;
          text += part.value;
        }
      } catch (error) {
        if (text !== "") yield text;
        throw error;
      }
      if (text !== "") yield text;
    }
  } finally {
    await parts.return?.();
  }
}
