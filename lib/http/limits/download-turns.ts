import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "@/lib/kernel/errors";
import { newPlaces, noneKept, type PlaceBounds, Places, type PlacesState } from "@/lib/platform/db/places";
import { reportRefusal } from "@/lib/platform/refusals";
import { singleton } from "@/lib/platform/runtime";

/** Each chunk is read and written by this process, in which it does nothing else for some milliseconds: one of a workspace at a time. */
const making: PlaceBounds = { places: 2, share: 1, ...noneKept, keptForNew: 1 };
/** How many files of one workspace wait for their next chunk at most. */
const maxWaiting = 20;
const waitMs = 30_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    downloadChunks: PlacesState;
  }
}

const places = new Places(making, () => singleton("downloadChunks", newPlaces));

function busy(workspace: string): AppError {
  reportRefusal("files", workspace);
  const message = "Too many files are being made for this workspace at once. Wait for one of them, and try again.";
  return new AppError("unavailable", message, { "retry-after": "10" });
}

/** The same chunks, each made when it is the workspace's turn, with other calls answered in between. @throws unavailable */
export async function* chunksInTurn(workspace: string, chunks: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  if (places.waitingOf(workspace) >= maxWaiting) throw busy(workspace);
  try {
    while (true) {
      const { done, value } = await nextOf(workspace, chunks);
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

async function nextOf(workspace: string, chunks: AsyncIterator<string>): Promise<IteratorResult<string>> {
  const release = await places.take(workspace, { waitMs, late: () => busy(workspace) });
  try {
    return await chunks.next();
  } finally {
    await nextTurn();
    release();
  }
}
