import { png } from "../support/files";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { newBrowser } from "../support/push";
import { type Receiver, startReceiver } from "../support/receiver";
import { newVisitor, onlyChat, openWebsite } from "../support/visitor";
import { type Cluster, startCluster } from "./cluster";

test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let service: Receiver;
test.beforeAll(async () => {
  service = await startReceiver();
  cluster = await startCluster({ count: 2, env: { ACTIONS_ALLOW_ORIGINS: service.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  service.close();
});

const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const countOf = async (sql: string, values: unknown[]): Promise<number> =>
  (await query<{ count: number }>(`select count(*)::int as count from ${sql}`, values))[0]?.count ?? -1;
const ws = "(select id from workspace where slug = $1)";

test("50 visible tabs of a member are written down at most", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  expect((await newBrowser(service).subscribe(session)).status).toBe(200);
  await query(
    `insert into visible_tab (workspace_id, account_id, id, until)
    select m.workspace_id, m.account_id, gen_random_uuid(), now() + n * interval '1 second'
    from member m cross join generate_series(1, 60) n where m.workspace_id = ${ws}`,
    [team.workspace],
  );
  const tab = "018f0000-0000-7000-8000-000000000001";
  expect((await session.call("POST", "/push/visible", { tab, isVisible: true })).status).toBe(200);
  expect(await countOf(`visible_tab where workspace_id = ${ws}`, [team.workspace])).toBe(50);
  expect(await countOf(`visible_tab where workspace_id = ${ws} and id = $2::uuid`, [team.workspace, tab])).toBe(1);
});

const attach = ({ workspace }: Team, count: number, more: string) =>
  query(
    `insert into attachment (workspace_id, id, chat_id, visitor_id, item_id, name, type, bytes, storage_key, created_at)
    select ${ws}, gen_random_uuid(), ${more}, 'a.png', 'image/png', 1, 'none/' || gen_random_uuid(), now() from generate_series(1, $2::int) n`,
    [workspace, count],
  );

test("files of visitors are bounded for each visitor and workspace, and the refusal says what to do", async () => {
  const [team, other] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const session = await openWebsite(team);
  await openWebsite(other);
  const put = (at: Team, visitor = newVisitor(at)) => visitor.call("POST", "/attachments", png, { headers: { "x-file-name": "a.png" } });
  await attach(team, 1_000, "null, 'visitor-' || n, null");
  const refused = await put(team);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  expect(refused.text).toContain("Write without a file");
  expect((await put(other)).status).toBe(201);

  await query(`delete from attachment where workspace_id = ${ws}`, [team.workspace]);
  const visitor = newVisitor(team);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await attach(team, 100, `'${chatId}', null, (select id from chat_item where chat_id = '${chatId}' and author = 'customer')`);
  expect((await put(team, visitor)).text).toContain("100 files today");
  expect((await put(team)).status).toBe(201);
});
