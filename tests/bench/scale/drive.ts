import autocannon from "autocannon";

export type Request = autocannon.Request;
export type Driven = { calls: number; seconds: number; replyBytes: number };

type Drive = {
  connections: number;
  amount: number;
  /** Calls a second; without it, each connection sends its next call as soon as it has the reply. */
  perSecond?: number;
  /** The nth call. */
  requestOf: (nth: number) => Request;
  status: number;
};

/** Sends `amount` calls, or a few more so that each connection has as many. @throws when one was answered with another status */
export async function drive(url: string, { connections, amount, perSecond, requestOf, status }: Drive): Promise<Driven> {
  let nth = 0;
  const each = Math.ceil(amount / connections);
  const next = () => requestOf(nth++);
  const began = performance.now();
  let done = began;
  let others = "";
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      amount: each * connections,
      timeout: 30,
      setupClient: (client) => client.setRequests(Array.from({ length: each }, next)),
      ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    };
    const running = autocannon(options, (error, summary) => (error ? reject(error) : resolve(summary)));
    running.on("response", (_client, code) => {
      done = performance.now();
      if (code !== status) others = `answered ${code} instead of ${status}`;
    });
  });
  if (others || result.errors + result.timeouts > 0) throw new Error(others || `${result.errors} errors, ${result.timeouts} time-outs`);
  const calls = result["2xx"];
  return { calls, seconds: (done - began) / 1_000, replyBytes: result.throughput.total / calls };
}
