import { test } from "@playwright/test";
import type { Position } from "@/lib/platform/db/replica/reach";
import { positionStatement, replayedStatement } from "@/lib/platform/db/replica/sql";
import { expect } from "../support/expect";
import { type Cluster, startPostgres, startStandby } from "../support/postgres";

const positionOf = async (primary: Cluster): Promise<Position> => {
  const [position] = await primary.query<Position>(positionStatement.text);
  if (!position) throw new Error("A database has a position.");
  return position;
};

async function seen(standby: Cluster, primary: Cluster): Promise<object | undefined> {
  const { lsn, timeline, system, name } = await positionOf(primary);
  return (await standby.query<object>(replayedStatement.text, [lsn, timeline, system, name]))[0];
}

const rowsIn = async (cluster: Cluster) => (await cluster.query<{ count: number }>("select count(*)::int as count from written"))[0]?.count;

test("after a failover a standby that the new primary left behind is not read, though it has a higher position; one that follows is", async () => {
  test.setTimeout(120_000);
  const primary = await startPostgres();
  const started = [primary];
  try {
    const standbys = [await startStandby(primary), await startStandby(primary)] as const;
    const [next, leftBehind] = standbys;
    started.unshift(...standbys);
    await primary.query("create table written (i int)");
    await expect.poll(() => seen(next, primary)).toMatchObject({ isStandby: true, isSame: true, isReached: true });
    await next.halt();
    await primary.query("insert into written select generate_series(1, 20000)");
    await expect.poll(() => rowsIn(leftBehind)).toBe(20_000);
    await primary.freeze();

    await next.resume();
    await next.query("select pg_promote()");
    expect(await rowsIn(next)).toBe(0);
    expect(await seen(leftBehind, next)).toMatchObject({ isStandby: true, isSame: false, isReached: true });
    expect(await seen(next, next)).toMatchObject({ isStandby: false });

    const follower = await startStandby(next);
    started.unshift(follower);
    await expect.poll(() => seen(follower, next)).toMatchObject({ isStandby: true, isSame: true, isReached: true });
    // The same position of another server says nothing.
    const other = await startPostgres();
    started.unshift(other);
    expect(await seen(follower, other)).toMatchObject({ isSame: false });
  } finally {
    primary.thaw();
    for (const cluster of started) await cluster.stop();
  }
});
