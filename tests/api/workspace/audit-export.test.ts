import type { Entry } from "@/lib/workspace/audit/contract";
import { parseCsv } from "../../support/csv";
import { expect, type Session, send, test } from "../../support/fixtures";
import { addMember, type Role } from "../../support/members";

/** The file as bytes, because `text()` would drop the BOM. */
async function exported(url: string, workspace: string, { cookie }: Session, query = "") {
  const response = await fetch(`${url}/api/w/${workspace}/audit/export${query}`, { headers: { cookie } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString("utf8"));
  return { headers: response.headers, head, rows };
}

test("exports every matching entry, not only one page, with the values that the page shows", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 70; round += 1) await owner.call("PUT", "/plan", { plan: round % 2 === 0 ? "business" : "pro" });
  const { headers, head, rows } = await exported(ada.url, ada.workspace, owner, "?kind=plan");
  expect(head).toEqual(["Time", "Who", "Account", "Kind", "Subject", "What", "Details"]);
  expect(rows).toHaveLength(70);
  const { items: entries } = (await owner.call("GET", "/audit?kind=plan")).body as { items: Entry[] };
  for (const [index, { createdAt, actor, what, subject }] of entries.entries()) {
    expect(rows[index]?.slice(0, 5)).toEqual([createdAt, actor.name, actor.accountId, what, subject]);
  }
  expect(rows.at(-1)?.slice(5)).toEqual(["Olga Owner changed the plan to business", "Plan: pro → business"]);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const day = new Date().toISOString().slice(0, 10);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="audit-${ada.workspace}-${day}.csv"`);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("exports typed text as text, never as a formula", async ({ ada }) => {
  const owner = await ada.signIn();
  const typed = ['=HYPERLINK("https://evil.example")', "+1", "-1", "@SUM(1)", "＝1+1", '"=1', "Müller, “Söhne”; GmbH"];
  for (const name of typed) await owner.call("POST", "/keys", { name });
  const { rows } = await exported(ada.url, ada.workspace, owner, "?kind=key.created");
  const subjects = rows.map((cells) => cells[4] ?? "").reverse();
  expect(subjects.slice(1)).toEqual(typed.map((name) => (/^["=+\-@＝]/.test(name) ? `'${name}` : name)));
});

test("exports only to admins and owners of the workspace and only its own entries", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  await (await bob.signIn()).call("POST", "/keys", { name: "xylophone" });
  const join = async (role: Role) => {
    const credentials = { email: `${ada.workspace}-${role}@example.com`, password: "a password for tests" };
    await addMember(ada, { role, ...credentials });
    return ada.signIn(credentials);
  };
  const [admin, agent] = [await join("admin"), await join("agent")];
  for (const session of [owner, admin]) {
    const { rows } = await exported(ada.url, ada.workspace, session);
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toContain("xylophone");
  }
  expect((await agent.call("GET", "/audit/export")).status).toBe(403);
  const outside = { headers: { cookie: (await bob.signIn()).cookie } };
  expect((await send(`${ada.url}/api/w/${ada.workspace}/audit/export`, outside)).status).toBe(404);
  expect((await send(`${ada.url}/api/w/${ada.workspace}/audit/export`)).status).toBe(401);
});

test("exports only the headings when there are no entries", async ({ ada }) => {
  const { rows } = await exported(ada.url, ada.workspace, await ada.signIn(), "?kind=call.resent");
  expect(rows).toEqual([]);
});
