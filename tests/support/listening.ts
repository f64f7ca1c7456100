import { expect } from "./expect";

export type StreamEvent = {
  event: string;
  data: {
    pingMs?: number;
    chats?: { id: string; seq: number }[];
    reset?: string[];
    items?: { chatId: string; ids: string[] }[];
    contacts?: string[];
    people?: string[];
    calls?: string[];
    tags?: string[];
    added?: { chatId: string; item: { id: string; seq: number; kind: string } }[];
  };
  at: number;
};

export type Stream = {
  /** All events but the pings, which come at any time. */
  received: StreamEvent[];
  pings: StreamEvent[];
  /** Waits for an event of this name that `is` accepts. */
  waitFor: (event: string, is?: (heard: StreamEvent) => boolean, timeoutMs?: number) => Promise<StreamEvent>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close: () => void;
};

const framesIn = (text: string): StreamEvent[] =>
  text.split("\n\n").flatMap((frame) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return event && data ? [{ event, data: JSON.parse(data) as StreamEvent["data"], at: Date.now() }] : [];
  });

/** Opens a tab's stream, and waits until it is ready. */
export const openStream = (url: string, workspace: string, cookie: string): Promise<Stream> =>
  openStreamAt(`${url}/api/w/${workspace}/stream`, { cookie });

/** Opens any stream of events, and waits until it is ready. */
export async function openStreamAt(address: string, headers: Record<string, string>): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(address, { headers, signal: controller.signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const heard: StreamEvent[] = [];
  const pings: StreamEvent[] = [];

  async function read(body: ReadableStream<Uint8Array>) {
    const text = new TextDecoder();
    let rest = "";
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      rest += text.decode(chunk, { stream: true });
      const whole = rest.lastIndexOf("\n\n") + 2;
      for (const frame of framesIn(rest.slice(0, whole))) (frame.event === "ping" ? pings : heard).push(frame);
      rest = rest.slice(whole);
    }
  }
  const ended = read(response.body).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });

  const hear: Stream["waitFor"] = async (event, is = () => true, timeout = 5_000) => {
    const find = () => heard.find((one) => one.event === event && is(one));
    await expect.poll(find, { timeout, intervals: [20], message: `${event} on the stream` }).toBeDefined();
    const found = find();
    if (!found) throw new Error("What was heard went away.");
    return found;
  };
  await hear("ready");
  return { received: heard, pings, waitFor: hear, ended, close: () => controller.abort() };
}
