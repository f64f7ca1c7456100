import { maxHeard, testInAddress } from "@/lib/channels/shared/page-test";
import type { readPageTest, startPageTest } from "@/lib/channels/website/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { newToken, openWebsite } from "../../support/visitor";

const page = "https://shop.example.com/a/b?c=d#e";

async function begin(session: Session, url = page) {
  const reply = await session.call("POST", "/widget/test", { url });
  expect(reply.status, reply.text).toBe(201);
  const { address, test } = reply.body as ReplyOf<typeof startPageTest>;
  return { address, test, token: String(new URL(address).hash.split(`${testInAddress}=`)[1]) };
}

const read = async (session: Session) => ((await session.call("GET", "/widget/test")).body as ReplyOf<typeof readPageTest>).test;

/** As the loader of a page says it. */
const say = ({ url, workspace }: Team, token: string, is: string, referer?: string) =>
  fetch(`${url}/loader/${workspace}.js?${new URLSearchParams({ [testInAddress]: token, is })}`, { headers: referer ? { referer } : {} });

test("the settings hear from the loader of a page what happened, by a token and for a while, and of the page its origin", async ({
  ada,
  bob,
}) => {
  const session = await openWebsite(ada, { allowedOrigins: ["https://shop.example.com"] });
  const theirs = await openWebsite(bob, { allowedOrigins: [] });
  expect(await read(session)).toBeNull();
  for (const url of ["", "shop.example.com", "http://shop.example.com", "javascript:alert(1)", "file:///tmp/a"])
    expect((await session.call("POST", "/widget/test", { url })).status, url).toBe(400);
  for (const url of [
    "https://user:pw@host/",
    "https://user@shop.example.com/",
    "https://:pw@shop.example.com/",
    "http://a:b@localhost:3000/",
  ])
    expect(await session.call("POST", "/widget/test", { url }), url).toMatchObject({
      status: 400,
      body: { error: { message: "url must not contain a user name or password." } },
    });
  expect((await begin(session, "https:SHOP.example.com:0443")).address).toMatch(/^https:\/\/shop\.example\.com\/#/);

  const { address, test: begun, token } = await begin(session);
  expect(address).toBe(`${page}&${testInAddress}=${ada.workspace}.${token.split(".")[1]}`);
  expect(await read(session)).toEqual(begun);
  const heard = async (is: string, referer?: string) => {
    const reply = await say(ada, token, is, referer);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    return { text: await reply.text(), test: await read(session) };
  };
  const shop = "https://shop.example.com/checkout?card=1";
  expect(await heard("loaded", shop)).toEqual({
    text: "/* Heard. */\n",
    test: { ...begun, origin: "https://shop.example.com", outcome: "loaded" },
  });
  expect((await heard("shown", shop)).test?.outcome).toBe("shown");
  expect((await heard("refused", "https://www.example.com/x")).test).toMatchObject({
    origin: "https://www.example.com",
    outcome: "refused",
  });
  expect((await heard("refused")).test).toMatchObject({ origin: null, outcome: "refused" });
  // A loader from before the page was allowed gets the one of now.
  const stale = await heard("refused", shop);
  expect(stale.test?.outcome).toBe("loaded");
  expect(stale.text).toContain("besideConfig");
  // The line of another workspace.
  expect((await say(bob, token, "loaded", shop)).status).toBe(200);
  expect(await read(session)).toMatchObject({ outcome: "other" });

  // Strangers change nothing, and nobody else reads it.
  const before = await read(session);
  for (const wrong of [`${ada.workspace}.${newToken()}`, newToken(), "", `${bob.workspace}.${token.split(".")[1]}`])
    for (const team of [ada, bob]) await say(team, wrong, "shown", shop);
  await say(ada, token, "anything", shop);
  expect(await read(session)).toEqual(before);
  expect(await read(theirs)).toBeNull();

  // So much is heard, and no more; another test ends this one.
  for (let times = 0; times < maxHeard; times += 1) await say(ada, token, "shown", shop);
  await say(ada, token, "blocked", shop);
  expect((await read(session))?.outcome).toBe("shown");
  const next = await begin(session, "http://localhost:8080/");
  await say(ada, token, "blocked", shop);
  expect(await read(session)).toEqual(next.test);
  await session.call("PUT", "/widget", { ...((await session.call("GET", "/widget")).body["settings"] as object), isOn: false });
  expect((await say(ada, next.token, "loaded", shop)).status).toBe(200);
  expect(await read(session)).toMatchObject({ outcome: "off" });
});
