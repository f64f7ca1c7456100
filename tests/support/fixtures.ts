import { randomInt, randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { sharedCluster } from "../cluster/shared";
import { openHydrated } from "../ui/browser";
import { type Receiver, startReceiver } from "./receiver";
import { receiverPort } from "./receiver-ports";
import { type Running, startServer } from "./server";
import { sharedServer } from "./shared-server";

export type Reply = { status: number; headers: Headers; body: Record<string, unknown>; text: string };
type Options = { headers?: Record<string, string>; body?: unknown; raw?: string | Uint8Array };

export type Team = {
  url: string;
  workspace: string;
  key: string;
  owner: { email: string; password: string };
  /** A call to the public API with this team's key. */
  api: (method: string, path: string, options?: Options) => Promise<Reply>;
  /** Sends a message of a WhatsApp sender or website visitor of this team, as any channel would. */
  sendMessage: (from: object, text?: string, id?: string) => Promise<{ chatId: string; seq: number }>;
  operate: Running["operate"];
  /** Signs in; the session calls the endpoints of the screens, with cookie and Origin. */
  signIn: (credentials?: { email: string; password: string }) => Promise<Session>;
};

export type Session = {
  cookie: string;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
};

type SignIn = { email: string; password: string };

/** A random client address, as a proxy in front would send it: attempts are limited by address, and many tests sign in. */
export const randomClientAddress = () => ({ "x-forwarded-for": `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}` });

/** One attempt to sign in, as a browser makes it: the anti-forgery token first, then the form. `said` is the error, if any. */
export async function attemptSignIn(url: string, { email, password }: SignIn, headers: Record<string, string> = {}) {
  const from = { ...randomClientAddress(), ...headers };
  const before = await fetch(`${url}/api/auth/csrf`, { headers: from });
  const { csrfToken } = (await before.json()) as { csrfToken: string };
  const cookies = before.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const form = new URLSearchParams({ email, password, csrfToken, json: "true" });
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    body: form,
    headers: { ...from, cookie: cookies.join("; ") },
    redirect: "manual",
  });
  const setCookie = signedIn.headers.getSetCookie().find((text) => text.startsWith("beside.session=")) ?? "";
  const reply = (await signedIn.json()) as { url: string };
  return { setCookie, cookie: setCookie.split(";")[0] ?? "", error: new URL(reply.url, url).searchParams.get("error") };
}

/** Signs in; the session calls the endpoints of the screens with its cookie and the Origin of our own pages. */
export async function signIn(url: string, workspace: string, credentials: SignIn): Promise<Session> {
  const { cookie } = await attemptSignIn(url, credentials);
  return {
    cookie,
    call: (method, path, body, headers = {}) =>
      send(`${url}/api/w/${workspace}${path}`, { method, headers: { cookie, origin: url, ...headers }, body }),
  };
}

export async function send(url: string, { method = "GET", headers = {}, body, raw }: Options & { method?: string } = {}): Promise<Reply> {
  // A file is sent as it is.
  const sent = raw ?? (body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body));
  const response = await fetch(url, { method, headers, redirect: "manual", ...(sent === undefined ? {} : { body: sent as BodyInit }) });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, body: (parsed ?? {}) as Record<string, unknown>, text };
}

/** A new workspace with an owner and a key on a running server. */
export async function newTeam(server: Running, plan = "pro"): Promise<Team> {
  const name = `t-${randomUUID().slice(0, 13)}`;
  const owner = { email: `${name}@example.com`, password: `${randomUUID()}` };
  const made = await server.operate("create-workspace", { name, slug: name, plan, "owner-name": "Olga Owner", ...owner });
  const workspace = String(made["workspace"]);
  const { key } = await server.operate("create-key", { workspace });
  return teamAt(server, { workspace, key: String(key), owner });
}

/** A workspace that is there already. */
export function teamAt(server: Running, { workspace, key, owner }: Pick<Team, "workspace" | "key" | "owner">): Team {
  return {
    url: server.url,
    workspace,
    key,
    owner,
    operate: server.operate,
    signIn: (credentials = owner) => signIn(server.url, workspace, credentials),
    api: (method, path, { headers = {}, ...rest } = {}) =>
      send(`${server.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers }, ...rest }),
    sendMessage: async (from, text = "Hello", id) => {
      const { newId } = await import("@/lib/kernel/ids");
      const reply = await send(`${server.url}/api/simulator/${workspace}/messages`, {
        method: "POST",
        body: { id: id ?? newId(), from, text },
      });
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.body as { chatId: string; seq: number };
    },
  };
}

/** The entry point under test: the HTTP server (server.mjs), the routes of Next without it, or a cluster's proxy. */
export type EntryPoint = "server" | "next" | "proxy";

/** The open windows of this worker's tests. */
const opened = new Set<BrowserContext>();

/** Remembers the windows that a browser opens: the runner closes them only with the browser, and until then they go on working. */
function remembering(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    opened.add(context);
    context.once("close", () => opened.delete(context));
    return context;
  };
  return browser;
}

/** A test that ends may leave requests that it would have answered; without them, they would fail the run. */
async function closeWindow(context: BrowserContext): Promise<void> {
  const pages = [context, ...context.pages()];
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

/** Signs the windows of a browser context in. */
export async function addSession(context: BrowserContext, url: string, account: SignIn): Promise<void> {
  const { cookie } = await attemptSignIn(url, account);
  const [name = "", ...value] = cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), url, httpOnly: true, sameSite: "Lax" }]);
}

type Signable = Pick<Team, "url" | "workspace" | "owner">;
export type SignedIn = (team: Signable, path?: string, options?: BrowserContextOptions & { as?: SignIn }) => Promise<Page>;

/**
 * A separate browser context, signed in as the owner of the team or as another account, at a path of the workspace; without a path
 * it is on no page yet. The sign-in form has its own test.
 */
export const signedInBy =
  (browser: Browser): SignedIn =>
  async ({ url, workspace, owner }, path, { as = owner, ...options } = {}) => {
    const context = await browser.newContext({ baseURL: url, ...options });
    await addSession(context, url, as);
    const page = await context.newPage();
    const address = `/${workspace}${path}`;
    if (path) await (/^\/(?:chats|contacts)/.test(path) ? openHydrated(page, address) : page.goto(address));
    return page;
  };

/** The server or cluster of the run, with the simulator on, and one receiver per worker; each test has two workspaces of its own. */
export const test = base.extend<
  { ada: Team; bob: Team; closesWindows: undefined },
  { entryPoint: EntryPoint; receiver: Receiver; server: Running; signedIn: SignedIn }
>({
  browser: [async ({ browser }, use) => use(remembering(browser)), { scope: "worker" }],
  closesWindows: [
    async ({ playwright: _ }, use) => {
      opened.clear();
      await use(undefined);
      await Promise.all([...opened].map(closeWindow));
    },
    { auto: true, box: "self" },
  ],
  entryPoint: ["server", { option: true, scope: "worker" }],
  receiver: [
    async ({ playwright: _ }, use, { parallelIndex }) => {
      const receiver = await startReceiver(receiverPort(parallelIndex));
      await use(receiver);
      receiver.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ receiver, entryPoint }, use) => {
      const shared = sharedCluster(entryPoint === "proxy" ? "proxy" : "instance") ?? (entryPoint === "server" && (await sharedServer()));
      if (shared) return use(shared);
      const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
      const server = await startServer({
        env,
        script: entryPoint === "next" ? "tests/support/next-only.mjs" : "server.mjs",
        isLasting: true,
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  signedIn: [async ({ browser }, use) => use(signedInBy(browser)), { scope: "worker" }],
  // Without a step of their own in the report, which costs each of thousands of tests a millisecond.
  ada: [async ({ server }, use) => use(await newTeam(server)), { box: "self" }],
  bob: [async ({ server }, use) => use(await newTeam(server)), { box: "self" }],
});

type Shared = { server: Running; receiver: Receiver };

/**
 * A fixture that is made for the first test of a worker that asks for it, and stays. A worker-scoped one would end the worker with
 * its file, and everything that the worker has loaded.
 */
export function onceAWorker<T>(make: (shared: Shared) => Promise<T>) {
  let made: Promise<T> | undefined;
  return async ({ server, receiver }: Shared, use: (value: T) => Promise<void>): Promise<void> => {
    made ??= make({ server, receiver }).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    await use(await made);
  };
}

export { expect } from "./expect";
