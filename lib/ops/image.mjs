/**
 * node lib/ops/image.mjs FOLDER: copies the build, and those files of node_modules that running it loads, into a folder (decision 69).
 * Which files that are is traced from the code: by Next for its server and the routes, when it builds; and here, with the same tool,
 * for the HTTP server, the thread of the embedded database and the operator's commands.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { transform } from "esbuild";
import nft from "next/dist/compiled/@vercel/nft/index.js";

const root = process.cwd();
const packages = "node_modules/";
const commands = ["lib/ops/cli.ts", "lib/ops/migrate.ts", "lib/ops/move/main.ts", "lib/ops/distribute/main.ts"];
const untraceable = [
  // tsx names its own files, and esbuild its program, by paths that are computed.
  "node_modules/.bin/tsx",
  "node_modules/tsx",
  "node_modules/esbuild",
  "node_modules/@esbuild",
  // Next looks for these files at every start with a server of one's own, without loading them.
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];
const ignore = [
  // Next's own trace has the build.
  ".next/**",
  // Beside serves no images through Next, so nothing resizes them.
  "node_modules/{sharp,@img}/**",
  // What only development and building load.
  "node_modules/next/dist/{docs,build/swc,build/webpack}/**",
  "node_modules/next/dist/compiled/{babel,babel-packages}/**",
  "node_modules/next/dist/compiled/next-server/*.dev.js",
  "node_modules/{@next/swc-*,@swc/core*,typescript}/**",
];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** Imports that nothing uses stay, as tsconfig.json has it: tsx loads them too. */
const likeTsx = { loader: "ts", tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } };

/** What the tracer parses. It knows JavaScript only. */
async function readCode(path) {
  if (!existsSync(path) || statSync(path).isDirectory()) return null;
  const text = await readFile(path, "utf8");
  return path.endsWith(".ts") && !path.includes(packages) ? (await transform(text, likeTsx)).code : text;
}

/** The files that the process and the commands load. @throws when a file of ours imports what cannot be found */
async function traceProcesses() {
  const { fileList, esmFileList, warnings } = await nft.nodeFileTrace(["server.mjs", "lib/platform/db/pglite.mjs", ...commands], {
    base: root,
    processCwd: root,
    ts: true,
    mixedModules: true,
    paths: { "@/": `${root}/` },
    ignore,
    readFile: readCode,
  });
  const problems = [...warnings].map(({ message }) => message).filter((text) => !text.includes(packages));
  if (problems.length > 0) throw new Error(`The image would lack files:\n${problems.join("\n")}`);
  return [...fileList, ...esmFileList];
}

/** The files that Next's server and the routes load, as "next build" has listed them. */
const traceRoutes = () =>
  filesIn(".next/server")
    .concat(".next/next-server.js.nft.json")
    .filter((file) => file.endsWith(".nft.json"))
    .flatMap((file) => JSON.parse(readFileSync(file, "utf8")).files.map((path) => relative(root, resolve(file, "..", path))))
    .filter((path) => !/^node_modules\/(sharp|@img)\//.test(path));

/** The lists of what each route loads have 12 MB, and nothing reads them at run time. */
const isServed = (path) => !/\.nft\.json$/.test(path);

const folder = process.argv[2];
if (!folder) throw new Error("Say where to: node lib/ops/image.mjs FOLDER");
const loaded = [...(await traceProcesses()), ...traceRoutes()].filter((path) => path.startsWith(packages));
const copy = (path, filter) => cpSync(path, join(folder, path), { recursive: true, verbatimSymlinks: true, ...(filter ? { filter } : {}) });
for (const path of new Set([...loaded, ...untraceable])) copy(path);
const { files } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
for (const path of [...files, ".next/server", ".next/static", ".next/compressed", ".next/node_modules"]) copy(path, isServed);
