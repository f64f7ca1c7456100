"use client";

import { type ComponentType, useEffect, useState } from "react";

const idleMs = 2_000;
const retryMs = 1_000;

type Loader<P> = { load: () => Promise<ComponentType<P>>; found: ComponentType<P> | undefined };

/** A component that no page begins with: its code is a script of its own. */
export function loader<P>(load: () => Promise<ComponentType<P>>): Loader<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  const own: Loader<P> = {
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

/** The component, once it is loaded: as soon as it is wanted, or when the page is idle, so that it is there without a network. */
export function useLoaded<P>(from: Loader<P>, isWanted: boolean): ComponentType<P> | undefined {
  const [found, setFound] = useState(() => from.found);

  useEffect(() => {
    if (found) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const load = () =>
      from.load().then(
        (one) => isOver || setFound(() => one),
        () => {
          if (isWanted && !isOver) timer = setTimeout(load, retryMs);
        },
      );
    if (isWanted) load();
    else timer = setTimeout(load, idleMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [from, found, isWanted]);

  return found;
}
