import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { move } from "@/lib/ops/move";
import { describeLocations, rejectExisting, writeSecretsFile } from "./secrets";
import { displayUrl } from "./target";

const help = `Usage: npm run move -- [--from FOLDER] [--to postgresql://…] [--secrets FILE]

Copies a data folder (the embedded database) into an empty PostgreSQL database, compares every table, and leaves the
folder as it is. Stop Beside first. It is all there or nothing is: interrupted, run it again.

  --from FOLDER   the data folder; DATA_DIR where it is left out, and .data without that
  --to URL        the database; DATABASE_URL where it is left out, which keeps a password out of the list of processes
  --secrets FILE  also writes the folder's SECRET_KEY and NEXTAUTH_SECRET into a new file that only you can read`;

function read(): { from: string; to: string; secrets: string | undefined } | undefined {
  const text = { type: "string" as const };
  const { values } = parseArgs({ options: { from: text, to: text, secrets: text, help: { type: "boolean" as const, short: "h" } } });
  if (values.help) return undefined;
  const to = values.to ?? (process.env["DATABASE_URL"] || undefined);
  if (!to) throw new Error("Say where to: --to postgresql://user@host/database, or set DATABASE_URL. --help says more.");
  if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to)) throw new Error("--to must be a postgresql:// address.");
  return { from: resolve(values.from ?? (process.env["DATA_DIR"] || ".data")), to, secrets: values.secrets };
}

function table(rows: { name: string; rows: number }[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const digits = Math.max(4, ...rows.map(({ rows: count }) => String(count).length));
  const line = (name: string, count: string) => `  ${name.padEnd(width)}  ${count.padStart(digits)}`;
  return [line("table", "rows"), ...rows.map(({ name, rows: count }) => line(name, String(count)))];
}

try {
  const options = read();
  if (!options) process.stdout.write(`${help}\n`);
  else {
    if (options.secrets) rejectExisting(options.secrets);
    const { isNew, isOlder, tables, secrets } = await move(options.from, options.to);
    if (options.secrets) writeSecretsFile(options.secrets, secrets);
    const lines = [
      ...table(tables),
      "",
      isNew
        ? `Moved to ${displayUrl(options.to)}: every table has the same rows with the same contents.`
        : `Nothing to do: ${displayUrl(options.to)} holds all of it already, table by table the same.`,
      ...(isOlder ? [`${options.from} is of an earlier version, and stays so: a copy of its database was brought to this version.`] : []),
      "",
      "The new instances need the secrets of this folder:",
      ...describeLocations(options.from, secrets),
      ...(options.secrets
        ? [`Both were written to ${options.secrets}.`]
        : ["Carry them over as you carry passwords; --secrets FILE writes both into a file that only you can read."]),
      "",
      `Start Beside with DATABASE_URL and these two. ${options.from} is as it was: keep it as a backup, and do not start Beside on it again.`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
