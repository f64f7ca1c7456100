import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";

/** What the database had written when it was asked, and which database it is. */
export const PositionRow = z.strictObject({ lsn: z.string(), timeline: z.string(), system: z.string(), name: z.string() });

/**
 * Everything that anybody could have seen before is at or before `lsn`: a transaction becomes visible after its record is flushed, or, with
 * synchronous_commit off, written to memory. What is in memory alone may stay there for long on a quiet database, so it is not waited for
 * otherwise.
 */
export const positionStatement = statement({ row: PositionRow, scope: "everywhere" })`
select l.lsn::text as lsn, substr(pg_walfile_name(l.lsn), 1, 8) as timeline, s.system_identifier::text as system, current_database()::text as name
from pg_control_system() s, (
  select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn
) l`;

export const ReplayedRow = z.strictObject({
  isStandby: z.boolean(),
  /** False for another server or database, and for a standby that has not followed a failover to the new timeline. */
  isSame: z.boolean(),
  isReached: z.boolean(),
  lagBytes: z.number(),
  /** The age of the last transaction that was replayed. */
  lagSeconds: z.number(),
});

/** What a standby has replayed: `$1` to `$4` the position of the database. */
export const replayedStatement = statement({ row: ReplayedRow, scope: "everywhere" })`
select pg_is_in_recovery() as "isStandby",
  upper(lpad(to_hex(c.timeline_id), 8, '0')) = $2::text and s.system_identifier::text = $3::text and current_database()::text = $4::text as "isSame",
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isReached",
  coalesce(greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0), 0)::float8 as "lagBytes",
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as "lagSeconds"
from pg_control_checkpoint() c, pg_control_system() s`;
