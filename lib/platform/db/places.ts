import { countOf, type FairQueue, push, remove, takeTurn } from "./fair-queue";

/** Places for statements of all workspaces together, such as a batch. No workspace has this name. */
export const forAll = "all";
/** Places for what no workspace asked for, such as a job that looks for work. */
export const forNone = "";

export type PlaceBounds = {
  places: number;
  /** How many places one workspace has at most while another waits, and what no workspace asked for has at any time. */
  share: number;
  /** The last places: for `forAll`, for `forNone`, and for workspaces that have none. */
  keptForAll: number;
  keptForNone: number;
  keptForNew: number;
};

type Waiting = { admit: () => void };
export type PlacesState = {
  inUse: number;
  inUseBy: Map<string, number>;
  waiting: FairQueue<Waiting>;
  /** Statements for all have every second turn. */
  lastWasForAll: boolean;
};
export const newPlaces = (): PlacesState => ({ inUse: 0, inUseBy: new Map(), waiting: new Map(), lastWasForAll: false });

/** For what only workspaces do. */
export const noneKept = { keptForAll: 0, keptForNone: 0 };

/** Half for each, and three kept where there are enough. */
export function boundsOf(places: number): PlaceBounds {
  const reserved = places >= 6 ? 1 : 0;
  return { places, share: Math.ceil(places / 2), keptForAll: reserved, keptForNone: reserved, keptForNew: reserved };
}

/** For work that is rare and long: none of them is kept. */
export const evenBounds = (places: number): PlaceBounds => ({ places, share: Math.ceil(places / 2), ...noneKept, keptForNew: 0 });

type Limit = {
  /** How long to wait for a place. */
  waitMs: number;
  /** Makes the error of one that waited that long. */
  late: () => Error;
};

/**
 * A number of places, such as connections, that workspaces share: all of them for one while no other waits, at most its share while
 * one does. Those that wait are served by workspace in turn, whatever each of them has waiting.
 */
export class Places {
  constructor(
    private readonly bounds: PlaceBounds,
    private readonly state: () => PlacesState,
  ) {}

  /** Calls `admit` with the function that releases the place, at once if it is free; or with an error when it waited too long. */
  acquire(workspace: string, { waitMs, late }: Limit, admit: (error: Error | undefined, release: () => void) => void): void {
    const state = this.state();
    if (!state.waiting.has(workspace) && this.mayEnter(workspace)) {
      admit(undefined, this.occupy(workspace));
      return;
    }
    const waiting: Waiting = {
      admit: () => {
        clearTimeout(timer);
        admit(undefined, this.occupy(workspace));
      },
    };
    const timer = setTimeout(() => {
      remove(state.waiting, workspace, waiting);
      admit(late(), () => {});
      // Others may have waited because this one did.
      this.advance();
    }, waitMs);
    push(state.waiting, workspace, waiting);
  }

  /** As `acquire`. Resolves with the function that releases the place. */
  take(workspace: string, limit: Limit): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.acquire(workspace, limit, (error, release) => (error ? reject(error) : resolve(release)));
    });
  }

  /** Whether this workspace would get a place at once. */
  isFree = (workspace: string): boolean => !this.state().waiting.has(workspace) && this.mayEnter(workspace);

  waitingOf = (workspace: string): number => countOf(this.state().waiting, workspace);

  get waiting(): number {
    return [...this.state().waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** How much is taken and waited for, without names. */
  use(): Record<"in_use" | "most_of_one" | "workspaces_waiting" | "most_waiting_of_one", number> {
    const { inUse, inUseBy, waiting } = this.state();
    const maxOf = (counts: Iterable<number>) => Math.max(0, ...counts);
    return {
      in_use: inUse,
      most_of_one: maxOf(inUseBy.values()),
      workspaces_waiting: waiting.size,
      most_waiting_of_one: maxOf([...waiting.values()].map(({ length }) => length)),
    };
  }

  private mayEnter(workspace: string): boolean {
    const { inUse, waiting } = this.state();
    const { places, share, keptForNew, keptForNone } = this.bounds;
    const own = this.inUseOf(workspace);
    const mustStayFree = workspace === forAll ? 0 : this.keptFrom(workspace) + (own === 0 ? 0 : keptForNew);
    if (places - inUse <= mustStayFree) return false;
    if (own < share) return true;
    // Jobs begin while nobody waits, and go on for seconds where the database is slow: their places would be missing to all then.
    if (workspace === forNone && keptForNone > 0) return false;
    return waiting.size === (waiting.has(workspace) ? 1 : 0);
  }

  /** How many places stay free for `forAll` and `forNone`: none for one that uses its place. */
  private keptFrom(workspace: string): number {
    const { keptForAll, keptForNone } = this.bounds;
    const left = (name: string, reserved: number) => (name === workspace ? 0 : Math.max(0, reserved - this.inUseOf(name)));
    return left(forAll, keptForAll) + left(forNone, keptForNone);
  }

  private inUseOf = (workspace: string): number => this.state().inUseBy.get(workspace) ?? 0;

  private occupy(workspace: string): () => void {
    const state = this.state();
    this.add(workspace, 1);
    state.lastWasForAll = workspace === forAll;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.add(workspace, -1);
      this.advance();
    };
  }

  private add(workspace: string, change: number): void {
    const { inUseBy } = this.state();
    this.state().inUse += change;
    const own = this.inUseOf(workspace) + change;
    if (own > 0) inUseBy.set(workspace, own);
    else inUseBy.delete(workspace);
  }

  private advance(): void {
    const state = this.state();
    while (state.waiting.size > 0 && state.inUse < this.bounds.places) {
      const isTurnOfAll = !state.lastWasForAll && state.waiting.has(forAll) && this.mayEnter(forAll);
      const next = takeTurn(state.waiting, (workspace) => (isTurnOfAll ? workspace === forAll : this.mayEnter(workspace)));
      if (!next) return;
      next.item.admit();
    }
  }
}
