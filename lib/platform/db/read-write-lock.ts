export type Mode = "change" | "read";

type Waiting = { mode: Mode; admit: () => void };
type Line = { readers: number; isChanging: boolean; waiting: Waiting[] };
/** By the name of the lock. */
export type LockQueues = Map<string, Line>;

/**
 * Locks by name within this process: one `change` at a time, or several `read`s, in order of arrival. A `read`
 * does not overtake a `change` that waits, so neither can starve the other.
 */
export class ReadWriteLock {
  constructor(
    private readonly maxReaders: number,
    private readonly lines: () => LockQueues,
  ) {}

  /**
   * Waits for the lock and returns the function that releases it.
   * @throws the error that `expired` creates, once `until` (on the monotonic clock) has passed
   */
  acquire(name: string, mode: Mode, { until, expired }: { until: number; expired: () => Error }): Promise<() => void> {
    const line = this.lines().get(name) ?? { readers: 0, isChanging: false, waiting: [] };
    this.lines().set(name, line);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const admit = () => {
        clearTimeout(timer);
        resolve(this.releaser(name, line, mode));
      };
      const waiting = { mode, admit };
      line.waiting.push(waiting);
      this.advance(name, line);
      if (!line.waiting.includes(waiting)) return;
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        // A `change` that gives up may have blocked `read`s behind it.
        this.advance(name, line);
        reject(expired());
      };
      timer = setTimeout(giveUp, Math.max(0, until - performance.now()));
    });
  }

  private releaser(name: string, line: Line, mode: Mode): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (mode === "change") line.isChanging = false;
      else line.readers -= 1;
      this.advance(name, line);
    };
  }

  private advance(name: string, line: Line): void {
    for (let next = line.waiting[0]; next && this.isFree(line, next.mode); next = line.waiting[0]) {
      line.waiting.shift();
      if (next.mode === "change") line.isChanging = true;
      else line.readers += 1;
      next.admit();
    }
    if (line.readers === 0 && !line.isChanging && line.waiting.length === 0) this.lines().delete(name);
  }

  private isFree({ readers, isChanging }: Line, mode: Mode): boolean {
    return !isChanging && readers < (mode === "change" ? 1 : this.maxReaders);
  }
}
