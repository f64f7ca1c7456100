import { round, say } from "../print";
import { chosenRows } from "./chosen-rows";
import { measure, type Options } from "./phases";
import type { Row } from "./row";
import { allRows } from "./rows/all";
import { bounds, brokenBounds, type Measured, ratioOf, type Summary } from "./verdict";
import { startWorld } from "./world";

const options: Options = { rounds: Number(process.env["ROUNDS"] ?? 1), seconds: Number(process.env["SECONDS"] ?? 6) };
/** No row begins after this time. */
const maxMs = 15 * 60_000;

const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

const waits = ({ p50Ms, p99Ms, failed }: Summary) => `${round(p50Ms, 0)} | ${round(p99Ms, 0)} | ${failed}`;
const perSecond = (rate: number) => round(rate, rate < 10 ? 1 : 0);
const rates = (rate: Measured["rate"]) => (rate === undefined ? "– | –" : `${perSecond(rate.byItself)} | ${perSecond(rate.beside)}`);

function line({ name, does, probe }: Row, measured: Measured): string {
  const broken = brokenBounds(measured);
  const holds = broken.length === 0 ? "yes" : `no: ${broken.join("; ")}`;
  const { calm, beside, rate } = measured;
  return `| ${name} | ${does} | ${rates(rate)} | ${probe.does} | ${waits(calm)} | ${waits(beside)} | **${round(ratioOf(measured), 1)}** | ${holds} |`;
}

/** Prints for each row what neighbours get calm and beside an aggressor within its limits, and what the aggressor gets alone and beside. */
export async function neighbours(): Promise<void> {
  const rows = chosenRows(allRows, argument("--only"));
  const begun = performance.now();
  const world = await startWorld();
  const broken: string[] = [];
  const others: string[] = [];
  try {
    say(`\n### Neighbours of an aggressor, two instances, ${options.rounds} × ${options.seconds} s each\n`);
    say(
      `They hold: p99 at most ${bounds.timesCalm} × calm and ${bounds.p99Ms} ms, nothing fails; the aggressor keeps ${bounds.minShare * 100} %.\n`,
    );
    say(
      "| | aggressor | a second alone | beside | neighbours | calm p50 ms | p99 ms | failed | beside p50 ms | p99 ms | failed | p99 ratio | holds |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (const row of rows) {
      if (performance.now() - begun > maxMs) {
        say(`| ${row.name} | not measured: the time is over | | | | | | | | | | | |`);
        broken.push(row.name);
        continue;
      }
      const measured = await measure(world, row, options);
      say(line(row, measured));
      if (brokenBounds(measured).length > 0) broken.push(row.name);
      const answers = Object.entries(measured.others).map(([status, count]) => `${status === "0" ? "none" : status} × ${count}`);
      if (answers.length > 0) others.push(`${row.name}: ${answers.join(", ")}`);
    }
    if (others.length > 0) say(`\nOther answers to the aggressor beside them: ${others.join("; ")}.`);
    say(broken.length === 0 ? "\nAll rows hold." : `\nNot held: ${broken.join(", ")}.`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await world.stop();
  }
}
