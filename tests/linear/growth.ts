/** A text is made of this, repeated. */
export type Unit = { unit: string; before?: string; after?: string };

/** What doubles with each character is found here; it would never come to the end of a text of the next length. */
const shortLengths = [12, 18, 24];
const firstLength = 256;
const step = 4;
/** Work that grows with the length takes `step` times as long for a text `step` times as long, and with its square 16 times: between the two. */
const maxGrowth = 7;
/** Shorter times are mostly those of the call itself. */
const minMicroseconds = 5;

function textOf({ unit, before = "", after = "" }: Unit, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

/** The time of the processor, not of the clock: what else the machine does makes no difference. */
function timeOf(run: (text: string) => unknown, text: string): number {
  const { user, system } = process.cpuUsage();
  try {
    run(text);
  } catch {
    // What is refused was looked at, too.
  }
  const after = process.cpuUsage();
  return Math.max(minMicroseconds, after.user - user + after.system - system);
}

const best = (run: (text: string) => unknown, text: string, times: number): number =>
  Math.min(...Array.from({ length: times }, () => timeOf(run, text)));

/**
 * Whether the time of `run` grows faster than the length of a text, up to `maxLength`; then at which length. It is compared with itself only: that
 * of one text with those of texts a quarter and a sixteenth as long. So what grows with the square is found at some thousand characters, before it
 * would hold up the test, and a slow machine is as good as a fast one.
 */
export function outgrows(run: (text: string) => unknown, unit: Unit, maxLength: number): number | undefined {
  if (isFaster(run, unit, shortLengths)) return shortLengths.at(-1);
  const lengths: number[] = [];
  const times: number[] = [];
  for (let length = firstLength; length <= maxLength; length *= step) {
    lengths.push(length);
    times.push(timeOf(run, textOf(unit, length)));
    if (!grows(times.slice(-3))) continue;
    // A text that is longer still must show it, too: once in thousands of times it is something else that happened.
    const [, ...longer] = lengths.slice(-3);
    if (isFaster(run, unit, lengths.slice(-3)) && isFaster(run, unit, [...longer, step * length])) return length;
  }
  return undefined;
}

/** Measured anew: something else may have happened just then. */
function isFaster(run: (text: string) => unknown, unit: Unit, lengths: readonly number[]): boolean {
  const texts = lengths.map((length) => textOf(unit, length));
  return grows(texts.map((text) => timeOf(run, text))) && grows(texts.map((text, at) => best(run, text, at === 2 ? 3 : 7)));
}

function grows(times: readonly number[]): boolean {
  const [short = 0, middle = 0, long = 0] = times;
  return times.length === 3 && middle > maxGrowth * short && long > maxGrowth * middle;
}
