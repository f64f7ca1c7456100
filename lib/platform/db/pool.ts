import { Pool, type PoolClient, type PoolConfig } from "pg";
import { reportRefusal } from "@/lib/platform/refusals";
import { crowded } from "./errors";
import { currentBehalf, currentWorkspace } from "./on-behalf";
import { boundsOf, forAll, forNone, newPlaces, Places } from "./places";

/** How many statements and transactions of one workspace wait for a connection at most. */
const maxWaiting = 200;
/** Jobs, sessions that are not known yet and the like, of all workspaces together. */
const maxWaitingShared = 1_000;

export type FairPoolConfig = PoolConfig & { max: number; connectionTimeoutMillis: number };

type Admit = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * Connections that workspaces share fairly: who waits for one is served by workspace in turn, and too many of one workspace are refused,
 * while the others go on. A statement takes the place of the workspace on whose behalf it is sent (on-behalf.ts), a transaction one place for
 * all of it, so that neither has to know.
 */
export class FairPool extends Pool {
  private readonly state = newPlaces();
  private readonly places: Places;
  private readonly waitMs: number;

  constructor(config: FairPoolConfig) {
    super({ ...config, max: config.max + 1 });
    this.places = new Places(boundsOf(config.max), () => this.state);
    this.waitMs = config.connectionTimeoutMillis;
  }

  override connect(): Promise<PoolClient>;
  override connect(admit: Admit): void;
  override connect(admit?: Admit): Promise<PoolClient> | undefined {
    if (admit) {
      this.acquirePlace(admit);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.acquirePlace((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  /**
   * The one connection beyond the places, for a lock that is held as long as a job works: in a place, that job could wait for another
   * place, which nobody leaves before it ends, and so would every workspace that has none.
   */
  connectBeyond = (): Promise<PoolClient> => super.connect();

  /** Statements and transactions that wait for a connection. */
  get waiting(): number {
    return this.places.waiting;
  }

  use = () => this.places.use();

  /** Whether the workspace for which this code runs gets a connection without waiting. */
  isFree = (): boolean => this.places.isFree(currentWorkspace());

  private acquirePlace(admit: Admit): void {
    const behalf = currentBehalf();
    const workspace = behalf?.workspace ?? forNone;
    const isOfOne = workspace !== forAll && workspace !== forNone;
    const rejection = () => {
      reportRefusal("connection", isOfOne ? workspace : undefined);
      return crowded();
    };
    // What all workspaces share waits so long only for a database that does not answer.
    const late = () => (isOfOne ? rejection() : new Error("timeout exceeded when trying to connect"));
    if (this.places.waitingOf(workspace) >= (isOfOne ? maxWaiting : maxWaitingShared)) {
      admit(rejection(), undefined, () => {});
      return;
    }
    this.places.acquire(workspace, { waitMs: this.waitMs, late }, (error, releasePlace) => {
      if (error) return admit(error, undefined, () => {});
      if (behalf) behalf.enteredAt ??= performance.now();
      super.connect((failure, client, done) => {
        if (client) return admit(undefined, ...leavingWith(client, releasePlace));
        releasePlace();
        admit(failure, undefined, done);
      });
    });
  }
}

/** The place is released after the connection is back in the pool: whoever has it next finds it there. */
function leavingWith(client: PoolClient, releasePlace: () => void): [PoolClient, (release?: unknown) => void] {
  const { release } = client;
  client.release = (error) => {
    try {
      release(error);
    } finally {
      releasePlace();
    }
  };
  return [client, client.release as (release?: unknown) => void];
}
