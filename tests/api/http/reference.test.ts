import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, send, type Team, test } from "../../support/fixtures";

const run = promisify(execFile);
const hrefsIn = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id.replaceAll("&amp;", "&"));

async function htmlOf(url: string, path: string, headers: Record<string, string> = {}) {
  const reply = await send(`${url}${path}`, { headers });
  return { ...reply, ids: idsIn(reply.text), hrefs: hrefsIn(reply.text) };
}

/** The pages of the reference by their addresses, found by following its links. */
async function crawled(url: string): Promise<Map<string, Awaited<ReturnType<typeof htmlOf>>>> {
  const found = new Map<string, Awaited<ReturnType<typeof htmlOf>>>();
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const page = await htmlOf(url, path);
    found.set(path, page);
    if (page.headers.get("content-type")?.startsWith("text/html")) {
      waiting.push(...page.hrefs.flatMap((href) => (href.startsWith("/") ? [href.split("#")[0] ?? ""] : [])));
    }
  }
  return found;
}

test("no link and no anchor of the reference is dead, each id is there once, and the policy allows its own script alone", async ({
  server,
}) => {
  const pages = await crawled(server.url);
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(["/docs/contacts", "/docs/events", "/docs/errors", "/docs/receivers", "/docs/events.md"]),
  );
  const dead: string[] = [];
  for (const [path, { status, headers, text, ids, hrefs }] of pages) {
    if (status !== 200) dead.push(`${path} ${status}`);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    expect(new Set(ids).size, path).toBe(ids.length);
    const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(headers.get("content-security-policy") ?? "")?.[1];
    expect(
      [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
      path,
    ).toEqual([expect.stringContaining(`nonce="${nonce}"`)]);
    expect(text, path).not.toMatch(/ style="| on\w+="|\{\{/);
    for (const href of hrefs) {
      const [target = "", anchor] = href.split("#");
      if (anchor !== undefined && !pages.get(target || path)?.ids.includes(anchor)) dead.push(`${path} → ${href}`);
    }
  }
  expect(dead).toEqual([]);
  expect(await send(`${server.url}/docs/nothing/here`)).toMatchObject({ status: 404, text: expect.stringContaining("No such page") });
  for (const path of ["/docs/assets/nothing.js", "/docs/__proto__", "/docs/constructor.md", "/docs/assets/__proto__"]) {
    expect((await send(`${server.url}${path}`)).status, path).toBe(404);
  }
});

test("every page is also Markdown, and the lists for language models have all of them", async ({ server }) => {
  const read = async (path: string) => (await send(`${server.url}${path}`)).text;
  const index = await read("/docs/llms.txt");
  const pages = [...index.matchAll(/\((http[^)]+\.md)\)/g)].map(([, href = ""]) => href);
  expect(pages.length).toBeGreaterThan(8);
  const full = await read("/docs/llms-full.txt");
  for (const page of pages) {
    expect(page.startsWith(`${server.url}/docs/`), page).toBe(true);
    const reply = await send(page);
    expect(reply.headers.get("content-type"), page).toBe("text/markdown; charset=utf-8");
    expect(reply.text).toMatch(/^# \w/);
    expect(reply.text).not.toContain("{{");
    expect(full).toContain(reply.text);
  }
});

test("the frame speaks four languages, and the content is English", async ({ server }) => {
  for (const [language, title] of Object.entries({
    en: "API reference",
    de: "API-Referenz",
    es: "Referencia de la API",
    pt: "Referência da API",
  })) {
    const { text } = await htmlOf(server.url, "/docs/events", { "accept-language": language });
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(`<span>${title}</span>`);
    expect(text).toContain("Record something that happened to a contact");
    if (language !== "en") expect(text).toContain('<main id="content" tabindex="-1" lang="en"');
  }
});

test("the search finds fields, codes and texts, and shows a hostile query as text", async ({ server }) => {
  const search = (query: string) => htmlOf(server.url, `/docs/search?q=${query}`);
  expect((await search("idempotency")).hrefs).toEqual(
    expect.arrayContaining([
      "/docs/requests#idempotency",
      "/docs/errors#idempotency_conflict",
      "/docs/events#postEvents-parameters-Idempotency-Key",
    ]),
  );
  expect((await search("OCCURREDAT")).hrefs).toContain("/docs/events#postEvents-body-occurredAt");
  for (const word of ["pagination", "cursor", "localhost", "sdk", "timeout", "retries", "verify", "signature", "webhooks", "batch"])
    expect((await search(word)).text, word).not.toContain("Nothing found");
  expect((await search("")).text).toContain("Type a field");
  expect((await search("qqqqq")).text).toContain("Nothing found");
  const hostile = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'--",
    "{{origin}}",
    "$&$1",
    "(a+)+$",
    "\u202e\u0000",
    "a ".repeat(3_000),
    "💥".repeat(200),
  ];
  for (const query of hostile) {
    const { status, text } = await search(encodeURIComponent(query));
    expect(status, query).toBe(200);
    expect(text).not.toMatch(/<script>|<img|onerror=alert\(1\)>/);
  }
  for (const query of ["%ED%A0%80", "%ff", "a&q=b", "a%00"]) expect((await search(query)).status, query).toBeLessThan(500);
});

type Sample = { language: string; code: string; status: number };

/** The samples of all endpoints, as the reference shows them; what deletes is last. */
async function samplesOf(url: string): Promise<Sample[]> {
  const full = (await send(`${url}/docs/llms-full.txt`)).text;
  const operations = full.split(/^## /m).filter((part) => /^`[A-Z]+ \/api\/v1/m.test(part));
  const ordered = operations.sort((a, b) => Number(a.includes("`DELETE ")) - Number(b.includes("`DELETE ")));
  return ordered.flatMap((part) => {
    const status = Number(/^### Answer (\d+)/m.exec(part)?.[1]);
    const samples = part.slice(part.indexOf("### Samples")).matchAll(/```(\w+)\n([\s\S]*?)\n```/g);
    // No workspace has what the example's id names.
    const expected = /^`\w+ [^`]*\{(?!userId)/m.test(part) ? 404 : status;
    return [...samples].map(([, language = "", code = ""]) => ({ language, code, status: expected }));
  });
}

const commands: Record<string, [file: string, command: string, args: string[], change?: (code: string) => string]> = {
  sh: ["a.sh", "bash", [], (code) => code.replace("curl ", 'curl -s -w "%{http_code} ignored: %header{x-ignored-fields}." ')],
  js: ["a.mjs", process.execPath, []],
  python: ["a.py", "python3", []],
  php: ["a.php", "php", []],
  ruby: ["a.rb", "ruby", []],
  go: ["a.go", "go", ["run"]],
};

async function expectToRun(team: Team, { language, code, status }: Sample): Promise<void> {
  const [file, command, args, change = (same: string) => same] = commands[language] ?? ["", "", []];
  const folder = mkdtempSync(join(tmpdir(), "beside-sample-"));
  try {
    writeFileSync(join(folder, file), change(code));
    const env = { ...process.env, BESIDE_KEY: team.key, FORCE_COLOR: "0", GOFLAGS: "-mod=mod", GO111MODULE: "off" };
    const { stdout, stderr } = await run(command, [...args, join(folder, file)], { env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(stdout + stderr, `${language}\n${code}`).toMatch(new RegExp(`\\b${status}\\b`));
    // A field that has another name by now is not refused when it may be left out.
    if (language === "sh") expect(stdout, code).toContain("ignored: .");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The contact that the samples merge into theirs, which they delete at last. */
const prepare = (team: Team) => team.api("PUT", "/contacts/user_1207", { body: {} });

test("every sample of the reference in curl and Node runs as it is shown", async ({ ada }) => {
  const samples = await samplesOf(ada.url);
  expect(samples.length % 6).toBe(0);
  expect(samples.length).toBeGreaterThan(40);
  for (const language of ["sh", "js"]) {
    await prepare(ada);
    for (const sample of samples) if (sample.language === language) await expectToRun(ada, sample);
  }
});

/** Which options a command has, and not with what. */
const formOf = (code: string): string => code.replace(/(["'])[\s\S]*?\1/g, "…");

/** The first samples of each form: those of the other endpoints have other texts in the same places. */
function ofEachForm(samples: Sample[]): Sample[] {
  const forms = new Map<string, Sample[]>();
  for (let at = 0; at < samples.length; at += 6) {
    const form = formOf(samples[at]?.code ?? "");
    if (!forms.has(form)) forms.set(form, samples.slice(at, at + 6));
  }
  return [...forms.values()].flat();
}

for (const language of ["python", "php", "ruby", "go"]) {
  const isThere = () =>
    run(language === "python" ? "python3" : language, [language === "go" ? "version" : "--version"]).then(
      () => true,
      () => false,
    );
  for (const [title, chosen, tag] of [
    [`a sample of each form of the reference in ${language} runs as it is shown`, ofEachForm, []],
    [`every sample of the reference in ${language} runs as it is shown`, (all: Sample[]) => all, ["@slow"]],
  ] as const)
    test(title, { tag: [...tag] }, async ({ ada }) => {
      test.skip(process.env["RECEIVERS"] !== "all" && !(await isThere()), `${language} is not installed.`);
      await prepare(ada);
      for (const sample of chosen(await samplesOf(ada.url))) if (sample.language === language) await expectToRun(ada, sample);
    });
}

test("the code of the guides computes the signature of the test vector", async ({ server }) => {
  const page = (await send(`${server.url}/docs/receivers.md`)).text;
  const signature = /`(sha256=[0-9a-f]{64})`/.exec(page)?.[1];
  const code = /```js\n([\s\S]*?)\n```/.exec(page)?.[1] ?? "";
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
  expect(stdout.trim()).toBe(signature);
  expect(signature).toBe("sha256=75e7b647ec5ecd285748a4ada2b5e7c83f7deea3cef506352c391577965299f1");
});
