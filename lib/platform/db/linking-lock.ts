import type { Mode } from "./read-write-lock";
import { type Work, withLock } from "./workspace-lock";

/**
 * Runs `work` as `withLock` does. The owner of a phone number depends on rows of two tables, so code that changes a phone or a link takes
 * this lock exclusively (`change`), and code that relies on one takes it shared (`read`).
 * @throws unavailable when the lock was not acquired in time
 */
export const withLinkingLock = <T>(workspaceId: string, mode: Mode, work: Work<T>): Promise<T> =>
  withLock(workspaceId, "linking", mode, work);
