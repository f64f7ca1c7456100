import { newId } from "@/lib/kernel/ids";
import { contracts, newIds, pathOf, titleOf, writes } from "../../support/contracts";
import { test as base, expect, newTeam, onceAWorker, type Session, send } from "../../support/fixtures";
import { addMember, type Role } from "../../support/members";
import type { Running } from "../../support/server";

type Setup = { url: string; workspace: string; owner: Session; admin: Session; agent: Session; stranger: Session };

/** One workspace with a member of each role, and the owner of another. */
async function newSetup({ server }: { server: Running }): Promise<Setup> {
  const [ada, bob] = [await newTeam(server), await newTeam(server)];
  const join = async (role: Role) => {
    const credentials = { email: `${ada.workspace}-${role}@example.com`, password: newId() };
    await addMember(ada, { role, ...credentials });
    return ada.signIn(credentials);
  };
  const [admin, agent] = [await join("admin"), await join("agent")];
  return { url: server.url, workspace: ada.workspace, owner: await ada.signIn(), admin, agent, stranger: await bob.signIn() };
}

/** A stranger reads the same as for one that is not there. */
const noWorkspace = "There is no such workspace, or you are not a member of it.";

/** No test changes the setup. */
const test = base.extend<{ setup: Setup }>({ setup: onceAWorker(newSetup) });

// Default mode runs these tests in one worker, so that the setup is made once.
test.describe.configure({ mode: "default" });

const all = contracts.filter(({ access }) => access === "session");
const ids = newIds();
const bodyOf = (contract: (typeof contracts)[number]) => (writes(contract) ? { body: {} } : {});

test("the tests cover every endpoint of the screens", () => {
  expect(all.length).toBeGreaterThan(30);
});

for (const contract of all) {
  const { method } = contract;
  const address = ({ url, workspace }: { url: string; workspace: string }) => `${url}/api/w/${workspace}${pathOf(contract, ids)}`;

  test(`${titleOf(contract)} rejects a signed-out caller with 401`, async ({ setup }) => {
    const { origin } = new URL(setup.url);
    for (const cookie of ["", "beside.session=made-up"]) {
      const reply = await send(address(setup), { method, headers: { origin, cookie }, ...bodyOf(contract) });
      expect(reply).toMatchObject({ status: 401, body: { error: { code: "signed_out", message: "You are signed out. Sign in again." } } });
    }
  });

  test(`${titleOf(contract)} responds to a member of another workspace as for an unknown workspace`, async ({ setup }) => {
    const { origin } = new URL(setup.url);
    const options = { method, headers: { origin, cookie: setup.stranger.cookie }, ...bodyOf(contract) };
    const theirs = await send(address(setup), options);
    const missing = await send(address({ ...setup, workspace: "no-such-workspace" }), options);
    expect(theirs).toMatchObject({ status: 404, body: { error: { code: "not_found", message: noWorkspace } } });
    expect({ status: theirs.status, body: theirs.body }).toEqual({ status: missing.status, body: missing.body });
    expect([...theirs.headers.keys()]).toEqual([...missing.headers.keys()]);
  });
}

const ranks = ["agent", "admin", "owner"] as const;

for (const contract of all.filter(({ isStream }) => !isStream)) {
  const min = ranks.indexOf(contract.role ?? "agent");

  for (const role of ranks.slice(0, min)) {
    test(`${titleOf(contract)} rejects an ${role}`, async ({ setup }) => {
      const reply = await setup[role].call(contract.method, pathOf(contract, ids), bodyOf(contract).body);
      expect(reply).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
    });
  }

  test(`${titleOf(contract)} accepts the ${ranks[min]}`, async ({ setup }) => {
    const reply = await setup[ranks[min] ?? "owner"].call(contract.method, pathOf(contract, ids), bodyOf(contract).body);
    expect([200, 201, 400, 404, 409], reply.text).toContain(reply.status);
    expect(reply.text).not.toContain(noWorkspace);
  });
}

const foreign = [
  ["without an Origin", {}],
  ["from another site", { origin: "https://evil.example" }],
  ["from a site that begins with our name", { origin: "http://127.0.0.1.evil.example" }],
  ["from another port of this machine", { origin: "http://127.0.0.1:1" }],
  ["from a page without an origin", { origin: "null" }],
  ["from an Origin that cannot be read", { origin: "127.0.0.1" }],
] as const;

const overAnotherScheme = (url: string) => ["from our name over another scheme", { origin: url.replace("http:", "https:") }] as const;

for (const contract of all.filter(writes)) {
  test(`${titleOf(contract)} rejects writes from another site`, async ({ setup }) => {
    const { cookie } = setup.owner;
    const url = `${setup.url}/api/w/${setup.workspace}${pathOf(contract, ids)}`;
    for (const [from, headers] of [...foreign, overAnotherScheme(setup.url)] as const) {
      const reply = await send(url, { method: contract.method, headers: { cookie, ...headers }, ...bodyOf(contract) });
      const message = expect.stringMatching(/^This call came from another site\./);
      expect(reply, from).toMatchObject({ status: 403, body: { error: { code: "forbidden", message } } });
    }
  });
}

for (const contract of contracts.filter(({ access }) => ["public", "visitor", "widget"].includes(access)).filter(writes)) {
  test(`${titleOf(contract)} rejects writes from another site`, async ({ setup }) => {
    const url = setup.url + contract.path.replace("{workspace}", setup.workspace);
    for (const [from, headers] of [...foreign.slice(1), overAnotherScheme(setup.url)] as const) {
      const reply = await send(url, { method: contract.method, headers, body: {} });
      expect(reply, from).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
    }
  });
}

test("does not store what another site tried to write", async ({ ada }) => {
  const owner = await ada.signIn();
  const button = { label: "Refund", action: "refund" };
  expect((await owner.call("POST", "/actions/buttons", button, { origin: "https://evil.example" })).status).toBe(403);
  expect((await owner.call("GET", "/actions")).body["buttons"]).toEqual([]);
  expect((await owner.call("POST", "/actions/buttons", button)).status).toBe(201);
});

test("compares scheme, host and port that a trusted proxy names, and says what may be missing", { tag: "@server" }, async ({ ada }) => {
  const owner = await ada.signIn();
  const at = (proto: string, host: string, origin: string) =>
    owner.call("PUT", "/me/locale", { locale: "pt" }, { origin, "x-forwarded-proto": proto, "x-forwarded-host": host });
  expect((await at("https", "beside.example", "https://beside.example")).status).toBe(200);
  expect((await at("https", "beside.example:443", "https://beside.example")).status).toBe(200);
  expect((await at("https", "beside.example:8443", "https://beside.example:8443")).status).toBe(200);
  expect((await at("https", "beside.example", "https://other.example")).status).toBe(403);
  for (const [proto, host, origin] of [
    ["https", "beside.example", "http://beside.example"],
    ["http", "beside.example", "https://beside.example"],
    ["https", "beside.example:8443", "https://beside.example"],
    ["https", "beside.example", "https://beside.example:8443"],
  ] as const) {
    const message = `This call came from another site. It came from ${origin}, and this is ${proto}://${host}: PUBLIC_URL or TRUSTED_PROXIES may be missing.`;
    expect(await at(proto, host, origin)).toMatchObject({ status: 403, body: { error: { message } } });
  }
});

test("responds with 404 to the command line without its token", async ({ server }) => {
  const body = { command: "list-workspaces", input: {} };
  for (const authorization of ["", "Bearer ", "Bearer wrong", "Bearer undefined"]) {
    const reply = await send(`${server.url}/api/operator`, { method: "POST", headers: { authorization }, body });
    expect(reply).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    expect(reply.text).not.toContain("demo");
  }
});
