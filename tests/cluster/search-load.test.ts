import { expect, newTeam, send, test } from "../support/fixtures";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";
import { holdTransaction } from "./locks";

const cluster = clusterOf();

test("many slow searches of one workspace leave the database to events, contacts and the searches of others", async () => {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [url] = urlsOf(cluster);
  const searchOf = async (team: typeof ada) => {
    const { cookie } = await team.signIn();
    return (q: string) => send(`${url}/api/w/${team.workspace}/search?q=${q}`, { headers: { cookie } });
  };
  const [adas, bobs] = [await searchOf(ada), await searchOf(bob)];
  expect((await adas("warm")).status).toBe(200);
  // As long as this is held, each statement of a search takes as long as it may.
  const held = await holdTransaction(cluster, "lock table search_person in access exclusive mode");
  const searches = Array.from({ length: 40 }, (_, index) => adas(`slow${index}`));
  const others = Array.from({ length: 30 }, (_, index) => callAt(url, bob, "PUT", `/contacts/u${index}`, { name: "Bob" }));
  const events = Array.from({ length: 10 }, (_, index) =>
    callAt(url, ada, "POST", "/events", { event: "Order placed", userId: `e${index}` }),
  );
  const his = bobs("his");
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  expect((await Promise.all(events)).map(({ status }) => status)).toEqual(events.map(() => 201));
  expect(await his).toMatchObject({ status: 200, body: { isPartial: true } });
  const replies = await Promise.all(searches);
  expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  for (const { status, headers } of replies) if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  await held.letGo();
  await expect.poll(async () => (await adas("after")).body["isPartial"]).toBe(false);
});
