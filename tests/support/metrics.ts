import { expect } from "./expect";
import { send } from "./fixtures";

export const metricsToken = "the-token-of-the-tests";

/** All metrics of a process, in the format of Prometheus. */
export async function metricsOf(url: string): Promise<string> {
  const { status, text } = await send(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(status, text).toBe(200);
  return text;
}

const has = (line: string, labels: Record<string, string>) =>
  Object.entries(labels).every(([name, value]) => line.includes(`${name}="${value}"`));

/** The value of one series; 0 while there is none. */
export function seriesIn(text: string, name: string, labels: Record<string, string> = {}): number {
  const line = text.split("\n").find((one) => (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) && has(one, labels));
  return Number(line?.split(" ").at(-1) ?? 0);
}
