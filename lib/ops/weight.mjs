import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const screen = "/[workspace]/chats/[chatId]";
const maxKilobytes = 180;

const read = (...path) => JSON.parse(readFileSync(join(".next", ...path), "utf8"));

/** How many bytes of scripts a browser loads, compressed by brotli, before a route is usable. */
function weightOf(route) {
  const stats = read("diagnostics", "route-bundle-stats.json").find((one) => one.route === route);
  if (!stats) throw new Error(`The build says nothing about ${route}.`);
  const compressed = read("compressed", "index.json");
  const bytes = stats.firstLoadChunkPaths.map((file) => {
    const path = file.replaceAll("\\", "/").replace(/^\.next\/static\//, "/_next/static/");
    return compressed[path]?.brBytes ?? statSync(file).size;
  });
  return bytes.reduce((sum, one) => sum + one, 0);
}

/** Prints what the chat screen loads, and ends the build above the limit. */
export function checkWeight() {
  const kilobytes = weightOf(screen) / 1000;
  process.stdout.write(`The chat screen loads ${kilobytes.toFixed(1)} kB of scripts (brotli); it may load ${maxKilobytes}.\n`);
  if (kilobytes <= maxKilobytes) return;
  console.error("The chat screen loads too much. Import what is not needed at first when it is used (import()), or leave it out.");
  process.exit(1);
}

/** A key of the tables that `libphonenumber-js` reads numbers with. */
const ofServer = "country_calling_codes";

/** Ends the build when a browser would load what only the server needs. */
export function checkServerOnly() {
  const folder = join(".next", "static", "chunks");
  const holding = readdirSync(folder).filter((name) => name.endsWith(".js") && readFileSync(join(folder, name), "utf8").includes(ofServer));
  if (holding.length === 0) return;
  console.error(`Browsers would load the tables of phone numbers (${holding.join(", ")}): see resolveAlias in next.config.js.`);
  process.exit(1);
}
