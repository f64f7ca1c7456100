"use client";

import { useEffect, useState } from "react";
import { isPageOutdated, isServerThere, markOutdated } from "@/lib/browser/outdated";

const idleMs = 2_000;
const retryMs = 1_000;
/** Pause while a server of another version answers: one that still has the script may answer yet. */
const rareMs = 15_000;

export type Loader<T> = { load: () => Promise<T>; found: T | undefined };

/** A component, or other code, that no page begins with: it is a script of its own. */
export function loader<T>(load: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | undefined;
  const own: Loader<T> = {
    found: undefined,
    load: async () => {
      loading ??= load();
      try {
        own.found = await loading;
        return own.found;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
  };
  return own;
}

/** What was loaded, once it is: as soon as it is wanted, or when the page is idle, so that it is there without a network. */
export function useLoaded<T>(from: Loader<T> | undefined, isWanted: boolean): T | undefined {
  const [found, setFound] = useState(() => from?.found);

  useEffect(() => {
    if (found || !from) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let wasThere = false;
    const load = () => from.load().then((one) => isOver || setFound(() => one), again);
    async function again(): Promise<void> {
      if (!isWanted || isOver) return;
      // The server answered in between, and still has no such script.
      if (wasThere) markOutdated();
      wasThere = await isServerThere();
      if (!isOver) timer = setTimeout(load, isPageOutdated() ? rareMs : retryMs);
    }
    if (isWanted) load();
    else timer = setTimeout(load, idleMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [from, found, isWanted]);

  return found;
}
