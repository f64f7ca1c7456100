import { mock } from "node:test";
import { test } from "@playwright/test";
import { maxSilenceMs } from "@/lib/browser/connection";
import { openStream, type StreamMessage } from "@/lib/browser/stream";
import { openTokenStream } from "@/lib/browser/token-stream";
import { expect } from "../../support/expect";

type Attempt = {
  isClosed: () => boolean;
  send: (event: string, data?: object) => Promise<void>;
};

/** What a page has: connections that the test answers, and a clock that it moves. */
type Page = {
  attempts: () => Attempt[];
  /** Moves the clock, and lets what became due run. */
  pass: (ms: number) => Promise<void>;
  latest: () => Attempt;
};

/** An EventSource whose events the test sends. */
class Source extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static made: Source[] = [];
  readyState = 0;
  constructor() {
    super();
    Source.made.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

const attemptOf = (source: Source): Attempt => ({
  isClosed: () => source.readyState === Source.CLOSED,
  send: async (event, data = {}) => {
    source.readyState = Source.OPEN;
    source.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  },
});

/** Lets what was written be read. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function attemptOfFetch(signal: AbortSignal): { attempt: Attempt; response: Promise<Response> } {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  let answer = (_: Response) => {};
  const response = new Promise<Response>((resolve, reject) => {
    answer = resolve;
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    body = controller;
  };
  const send: Attempt["send"] = async (event, data = {}) => {
    if (!body) answer(new Response(new ReadableStream({ start })));
    body?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    await settled();
  };
  return { attempt: { isClosed: () => signal.aborted, send }, response };
}

/** Runs in a page without a browser. Playwright's own timers begin before and end after it. */
async function inPage(work: (page: Page) => Promise<void>): Promise<void> {
  const { document, window, EventSource, fetch } = globalThis;
  const fetched: Attempt[] = [];
  const ownFetch = (_: string, { signal }: { signal: AbortSignal }) => {
    const { attempt, response } = attemptOfFetch(signal);
    fetched.push(attempt);
    return response;
  };
  Source.made = [];
  const ownDocument = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.assign(globalThis, { document: ownDocument, window: new EventTarget(), EventSource: Source, fetch: ownFetch });
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const attempts = () => [...Source.made.map(attemptOf), ...fetched];
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await settled();
  };
  const latest = () => {
    const found = attempts().at(-1);
    if (!found) throw new Error("Nothing has connected.");
    return found;
  };
  try {
    await work({ attempts, pass, latest });
  } finally {
    mock.timers.reset();
    Object.assign(globalThis, { document, window, EventSource, fetch });
  }
}

const streams = [
  {
    name: "a desk's stream",
    open: (connected: boolean[], messages: string[]) =>
      openStream("/stream", {
        onConnected: (isConnected) => connected.push(isConnected),
        onMessage: ({ kind }: StreamMessage) => messages.push(kind),
        onRejected: () => {},
      }),
  },
  {
    name: "a stream with a token",
    open: (connected: boolean[], messages: string[]) =>
      openTokenStream({
        address: "/stream",
        token: "t",
        onConnected: (isConnected) => connected.push(isConnected),
        onChange: () => messages.push("ready"),
        onRefused: () => {},
      }),
  },
];

test("a stream may be silent for two pings and a little more, and without pings for as long as before", () => {
  expect(maxSilenceMs(`{"pingMs":5000}`)).toBe(12_000);
  for (const data of ["{}", "", "null", "5000", `{"pingMs":"5000"}`, `{"pingMs":0}`, `{"pingMs":null}`, "not JSON"])
    expect(maxSilenceMs(data), data).toBe(40_000);
});

for (const { name, open } of streams) {
  test(`${name}: 12 seconds of silence are a dead connection, which is replaced`, () =>
    inPage(async (page) => {
      const [connected, messages]: [boolean[], string[]] = [[], []];
      const close = open(connected, messages);
      await page.latest().send("ready", { pingMs: 5_000 });
      for (let ping = 0; ping < 10; ping += 1) {
        await page.pass(5_000);
        await page.latest().send("ping");
      }
      expect(page.attempts()).toHaveLength(1);
      expect(connected).toEqual([true]);
      await page.pass(11_999);
      expect(connected).toEqual([true]);
      await page.pass(1);
      expect(connected).toEqual([true, false]);
      expect(page.latest().isClosed()).toBe(true);
      await page.pass(700);
      expect(page.attempts()).toHaveLength(2);
      await page.latest().send("ready", { pingMs: 5_000 });
      expect(connected).toEqual([true, false, true]);
      expect(messages.filter((kind) => kind === "ready")).toHaveLength(2);
      close();
      expect(page.latest().isClosed()).toBe(true);
    }));

  test(`${name}: an attempt without an answer ends after ten seconds, and the next ones wait longer`, () =>
    inPage(async (page) => {
      const connected: boolean[] = [];
      const close = open(connected, []);
      const pauses = [625, 1_250, 2_500, 5_000];
      for (const [at, maxMs] of pauses.entries()) {
        expect(page.attempts()).toHaveLength(at + 1);
        await page.pass(9_999);
        expect(page.latest().isClosed()).toBe(false);
        await page.pass(1);
        expect(page.latest().isClosed()).toBe(true);
        await page.pass(maxMs * 0.6 - 1);
        expect(page.attempts()).toHaveLength(at + 1);
        await page.pass(maxMs * 0.4 + 1);
      }
      expect(connected).not.toContain(true);
      // The pauses begin anew after a connection.
      await page.latest().send("ready", { pingMs: 5_000 });
      await page.pass(12_000);
      const before = page.attempts().length;
      await page.pass(625);
      expect(page.attempts()).toHaveLength(before + 1);
      close();
    }));

  test(`${name}: a server without pings is not left for its silence`, () =>
    inPage(async (page) => {
      const connected: boolean[] = [];
      const close = open(connected, []);
      await page.latest().send("ready");
      for (let tick = 0; tick < 4; tick += 1) {
        await page.pass(15_000);
        await page.latest().send("tick");
      }
      await page.pass(39_999);
      expect(connected).toEqual([true]);
      await page.pass(1);
      expect(connected).toEqual([true, false]);

      // The next connection may lead to a newer instance, and the one after it to an older one.
      await page.pass(700);
      await page.latest().send("ready", { pingMs: 5_000 });
      await page.pass(12_000);
      expect(connected).toEqual([true, false, true, false]);
      await page.pass(700);
      await page.latest().send("ready");
      await page.pass(12_000);
      expect(connected).toEqual([true, false, true, false, true]);
      close();
    }));

  test(`${name}: nothing connects after it was closed`, () =>
    inPage(async (page) => {
      const close = open([], []);
      await page.latest().send("ready", { pingMs: 5_000 });
      await page.pass(12_000);
      close();
      await page.pass(60_000);
      expect(page.attempts()).toHaveLength(1);
    }));
}

test("a tab that is hidden for a minute disconnects, and one that notifies stays, or connects when it is its turn", () =>
  inPage(async (page) => {
    let isNotifier = false;
    const handlers = { onMessage: () => {}, onConnected: () => {}, onRejected: () => {} };
    const close = openStream("/stream", { ...handlers, staysOpen: () => isNotifier });
    const show = (visibilityState: string) => {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    const listenFor = async (minutes: number) => {
      for (let ping = 0; ping < minutes * 12; ping += 1) {
        await page.pass(5_000);
        if (!page.latest().isClosed()) await page.latest().send("ping");
      }
    };
    await page.latest().send("ready", { pingMs: 5_000 });
    show("hidden");
    await page.pass(5_000);
    expect(page.latest().isClosed()).toBe(false);
    await listenFor(1);
    expect(page.latest().isClosed()).toBe(true);
    expect(page.attempts()).toHaveLength(1);
    // The tab that notified was closed.
    isNotifier = true;
    await listenFor(1);
    expect(page.attempts()).toHaveLength(2);
    await page.latest().send("ready", { pingMs: 5_000 });
    await listenFor(3);
    expect(page.attempts()).toHaveLength(2);
    expect(page.latest().isClosed()).toBe(false);
    isNotifier = false;
    await listenFor(1);
    expect(page.latest().isClosed()).toBe(true);
    show("visible");
    expect(page.attempts()).toHaveLength(3);
    close();
  }));
