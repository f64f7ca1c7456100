import { expect, test } from "../../support/fixtures";
import { startServer } from "../../support/server";
import { sendBytes, sendRequest } from "../../support/wire";

const writeOutput = `process.on("SIGUSR2", () => {
  console.error(new Error("mail to ada@example.com"));
  console.warn("%s is old", "a thing");
  console.log("first line\\nsecond line");
  console.table([{ a: 1 }]);
  process.emitWarning("worn out");
});`;

test("writes all output as JSON lines without personal data, whatever its source", { tag: "@embedded" }, async () => {
  const server = await startServer({
    env: { LOG_LEVEL: "info" },
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(writeOutput)}`],
  });
  process.kill(server.pid, "SIGUSR2");
  await sendRequest(server.url, { method: "POST", path: "/sign-in", headers: { "next-action": "0".repeat(42) }, body: "[]" });
  await sendRequest(server.url, {
    method: "POST",
    path: "/sign-in",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "--x",
  });
  await sendBytes(server.url, "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n");
  await expect.poll(() => server.output()).toContain("worn out");
  await server.stop();
  const lines = server.output().trimEnd().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as { level: number; time: number; msg?: string; said?: string });
  for (const { level, time } of parsed) expect([typeof level, typeof time]).toEqual(["number", "number"]);
  const find = (words: string) => parsed.find((line) => line.said?.includes(words));
  expect(find("mail to")).toMatchObject({ level: 50, said: expect.stringContaining("at ") });
  expect(find("a thing is old")).toMatchObject({ level: 40 });
  expect(find("first line")).toMatchObject({ level: 30, said: "first line\nsecond line" });
  expect(find("worn out")).toMatchObject({ level: 40 });
  expect(server.output()).not.toContain("ada@");
  expect(parsed.find(({ msg }) => msg?.startsWith("Beside is ready"))).toBeDefined();
});

test("prints the address of a demo as plain text", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1" } });
  expect(server.output()).toMatch(/^Beside is ready on http:\/\/localhost:\d+\n/m);
  await server.stop();
});
