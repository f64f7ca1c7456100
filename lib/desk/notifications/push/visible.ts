import { visibleEveryMs } from "@/lib/desk/notifications/shared/visible";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { maxTabs } from "./contract";

/** A tab that was closed without a word counts for this long. */
const visibleForMs = 2 * visibleEveryMs + 5_000;

/** `$1` workspace, `$2` account, `$3` tab, `$4` until when it counts. The tab that was silent longest makes room. */
const visibleStatement = statement()`
with outdated as (
  delete from visible_tab where workspace_id = $1::uuid and account_id = $2::uuid and id in (
    select id from visible_tab
    where workspace_id = $1::uuid and account_id = $2::uuid and id <> $3::uuid order by until desc, id offset ${maxTabs - 1}
  )
)
insert into visible_tab as v (workspace_id, account_id, id, until) values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz)
on conflict (workspace_id, account_id, id) do update set until = excluded.until`;

type Announced = { accountId: string; tab: string; isVisible: boolean };

/** A visible tab of a member with notifications is written down, and no other one. */
export async function announce(workspaceId: string, { accountId, tab, isVisible }: Announced): Promise<{ hasPush: boolean }> {
  const key = { workspaceId, accountId, id: tab };
  if (!isVisible) {
    await db().visibleTab.deleteMany({ where: key });
    return { hasPush: true };
  }
  const hasPush = (await db().pushSubscription.findFirst({ where: { workspaceId, accountId }, select: { id: true } })) !== null;
  if (!hasPush) return { hasPush };
  const until = new Date(currentTime().getTime() + visibleForMs);
  await run(db(), visibleStatement)(workspaceId, accountId, tab, until);
  return { hasPush };
}
