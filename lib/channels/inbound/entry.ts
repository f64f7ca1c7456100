/** What a channel reports, as it is stored before it is processed. */
export type Entry = {
  /** The channel's id of the message, or of what happened to one. A repeat with the same id is dropped. */
  externalId: string;
  /** Entries with the same key are processed one after the other, in the order in which they were stored. */
  sender: string;
  payload: unknown;
  /** Fetches a file: such entries have places of their own, so that a slow one does not hold up messages. */
  isFile?: boolean;
};

/** One try to process a stored entry. */
export type Attempt = {
  externalId: string;
  /** The `externalId` of what is stored: for what is made of it, `externalId` may be another one. */
  entry: string;
  payload: unknown;
  receivedAt: Date;
  /** 1 for the first try. */
  attempt: number;
};

/** How a channel's entries are processed. Both are called again after a crash, so a repeat must have the same effect. */
export type Processor = {
  /** Returns entries that follow from this one. A thrown error leads to another try, later. */
  process: (workspaceId: string, attempt: Attempt) => Promise<Entry[]>;
  /** The last try has failed: keeps what can be kept for the agent, as simply as possible. */
  giveUp: (workspaceId: string, attempt: Attempt) => Promise<void>;
  /**
   * Processes and ends at once what it can of entries that were not tried before: a list for each sender, in order, of which it takes a
   * beginning or nothing. Returns the `entry` of those that it ended. What it leaves or fails with is processed one by one.
   */
  processTogether?: (workspaceId: string, senders: readonly Attempt[][]) => Promise<ReadonlySet<string>>;
};

/** Its sender was erased after it was stored: nothing of it may be kept. */
export class ErasedError extends Error {}

/** Ordinary, because channels keep no order and networks fail: the entry is tried again, and nothing is logged. */
export class TryLaterError extends Error {}

/** What the entry needs is away, perhaps for days: it is tried again after `waitMs`, and the try does not count. */
export class WaitError extends TryLaterError {
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}
