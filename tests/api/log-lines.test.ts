import { expect, send, test } from "../support/fixtures";
import { startServer } from "../support/server";
import { knock, wire } from "../support/wire";

const talk = `process.on("SIGUSR2", () => {
  console.error(new Error("told of ada@example.com"));
  console.warn("%s is old", "a thing");
  console.log("first line\\nsecond line");
  console.table([{ a: 1 }]);
  process.emitWarning("worn out");
});`;

test("everything on the output is a line of JSON, whoever writes it, and names nobody", { tag: "@embedded" }, async () => {
  const server = await startServer({
    env: { LOG_LEVEL: "info" },
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(talk)}`],
  });
  process.kill(server.pid, "SIGUSR2");
  // Next itself says something about this.
  await send(`${server.url}/_next/image?url=%2Ficon.svg&w=64&q=75`);
  await knock(server.url, { method: "POST", path: "/sign-in", headers: { "next-action": "0".repeat(42) }, body: "[]" });
  await knock(server.url, {
    method: "POST",
    path: "/sign-in",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "--x",
  });
  await wire(server.url, "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n");
  await expect.poll(() => server.output()).toContain("worn out");
  await server.stop();
  const lines = server.output().trimEnd().split("\n");
  const said = lines.map((line) => JSON.parse(line) as { level: number; time: number; msg?: string; said?: string });
  for (const { level, time } of said) expect([typeof level, typeof time]).toEqual(["number", "number"]);
  const find = (words: string) => said.find((line) => line.said?.includes(words));
  expect(find("dangerouslyAllowSVG")).toMatchObject({ level: 50 });
  expect(find("told of")).toMatchObject({ level: 50, said: expect.stringContaining("at ") });
  expect(find("a thing is old")).toMatchObject({ level: 40 });
  expect(find("first line")).toMatchObject({ level: 30, said: "first line\nsecond line" });
  expect(find("worn out")).toMatchObject({ level: 40 });
  expect(server.output()).not.toContain("ada@");
  expect(said.find(({ msg }) => msg?.startsWith("Beside is ready"))).toBeDefined();
});

test("a demo tells people in plain words where it is", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1" } });
  expect(server.output()).toMatch(/^Beside is ready on http:\/\/localhost:\d+\n/m);
  await server.stop();
});
