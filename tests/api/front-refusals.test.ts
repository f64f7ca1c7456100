import { connect } from "node:net";
import { expect, test } from "../support/fixtures";
import { knock, refusal, wire } from "../support/wire";

// What is refused before Next sees it, in words of ours. A proxy has its own way with some of these.
const tag = "@front-door";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const closing = "Connection: close\r\n";

for (const path of ["/api/w/%zz/chats", "/api/auth/%zz", "/api/simulator/%/messages", "/api/w/%ED%A0%80/chats", "/api/%FF", "/%zz"]) {
  for (const method of methods) {
    test(`${method} ${path} is refused with 400 as JSON`, { tag }, async ({ server }) => {
      expect(await knock(server.url, { method, path })).toMatchObject(refusal(400, "invalid_request", /percent-encoded/));
    });
  }
}

for (const path of ["/api", "/api/", "/api/nope", "/api/w", "/api/nope/%00", "/api/../sign-in", "/api/%2e./sign-in"]) {
  for (const method of [...methods, "SEARCH"]) {
    test(`${method} ${path} is refused with 404 as JSON`, { tag }, async ({ server }) => {
      const answer = await knock(server.url, { method, path });
      expect(answer).toMatchObject(refusal(404, "not_found"));
      expect(answer.headers["content-type"]).toBe("application/json");
    });
  }
}

test("a method that an address under /api does not take is refused as JSON", { tag }, async ({ server }) => {
  const answer = await knock(server.url, { method: "POST", path: "/api/health" });
  expect(answer).toMatchObject(refusal(405, "method_not_allowed"));
  expect(await knock(server.url, { method: "HEAD", path: "/api/nope" })).toMatchObject({ status: 404, text: "" });
});

for (const [method, path, said] of [
  ["TRACE", "/sign-in", /TRACE is not answered here/],
  ["TRACE", "/api/health", /TRACE is not answered here/],
  ["PUT", "/sign-in", /does not take PUT; it takes GET, HEAD, POST/],
  ["OPTIONS", "/_next/static/x.js", /does not take OPTIONS/],
] as const) {
  test(`${method} ${path} is refused with 405 as JSON, which says what is taken`, { tag }, async ({ server }) => {
    const answer = await knock(server.url, { method, path });
    expect(answer).toMatchObject(refusal(405, "method_not_allowed", said));
    expect(answer.headers["allow"]).toBe("GET, HEAD, POST");
  });
}

const post = `POST /sign-in HTTP/1.1\r\nHost: beside\r\n`;
const bodies = [
  ["of 9.9 MB", `${post}Content-Length: 9900000\r\n\r\nabc`],
  ["of 9.9 MB that is announced", `${post}Expect: 100-continue\r\nContent-Length: 9900000\r\n\r\n`],
  ["without a length", `${post}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`],
  ["of a GET", `GET /sign-in HTTP/1.1\r\nHost: beside\r\nContent-Length: 20000\r\n\r\nabc`],
  ["to a file", `POST /_next/static/x.js HTTP/1.1\r\nHost: beside\r\nContent-Length: 20000\r\n\r\nabc`],
  ["of a call of the screens", `POST /api/w/x/chats/y/messages HTTP/1.1\r\nHost: beside\r\nContent-Length: 70000\r\n\r\nabc`],
] as const;

for (const [what, bytes] of bodies) {
  test(`a body ${what} is refused before it was sent`, { tag }, async ({ server }) => {
    expect(await wire(server.url, bytes)).toMatchObject(refusal(413, "payload_too_large", /at most \d+ KiB/));
  });
}

test("a refused body that is sent all the same is let go, and its answer arrives", { tag }, async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const heard = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once("error", reject).once("close", () => resolve(text));
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += String(chunk);
    });
    // Nothing is read before everything is written: an answer that a reset destroys would not be there. It is more than the
    // systems on both sides keep, so that it is only written when it is read.
    socket.pause();
    socket.write(`${post}Content-Length: 30000000\r\n\r\n`);
    socket.write("x".repeat(30_000_000), () => socket.resume());
  });
  expect(heard).toMatch(/^HTTP\/1.1 413 /);
});

test("what is no request, behind one whose answer has begun, ends the connection and writes nothing into that answer", {
  tag,
}, async ({ server, ada }) => {
  const { hostname, port } = new URL(server.url);
  const { cookie } = await ada.signIn();
  const heard = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once("error", () => {}).once("close", () => resolve(text));
    socket.setEncoding("utf8").on("data", (chunk) => {
      const hasBegun = text.includes("event: ready");
      text += String(chunk);
      if (!hasBegun && text.includes("event: ready")) socket.write("no request\r\n\r\n");
    });
    socket.write(`GET /api/w/${ada.workspace}/stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  });
  expect(heard).toMatch(/^HTTP\/1.1 200 /);
  expect(heard).not.toContain("HTTP/1.1 400");
});

test("a form that was sent to its page before the script had loaded leads back to the page", { tag }, async ({ server }) => {
  const ask = { method: "POST", path: "/sign-in?next=%2Fx", headers: { "next-action": "nope", "content-length": "18" } };
  const answer = await knock(server.url, { ...ask, body: "email=a&password=b" });
  expect(answer).toMatchObject({ status: 303, headers: { location: "/sign-in?next=%2Fx" } });
  for (const path of ["//elsewhere.example/x", "/\\elsewhere.example/x", "http://elsewhere.example/x"]) {
    expect((await knock(server.url, { method: "POST", path })).headers.location).toMatch(/^\/[^/\\]/);
  }
});

const head = "GET /api/health HTTP/1.1\r\n";
for (const [what, bytes] of [
  ["two hosts", `${head}Host: a\r\nHost: b\r\n${closing}\r\n`],
  ["two hosts that agree", `${head}Host: a\r\nhost: a\r\n${closing}\r\n`],
  ["no host", `${head}${closing}\r\n`],
  ["a host that is none", `${head}Host: a b\r\n${closing}\r\n`],
  ["HTTP/2.0", `GET /api/health HTTP/2.0\r\nHost: a\r\n${closing}\r\n`],
  ["HTTP/0.9", `GET /api/health HTTP/0.9\r\nHost: a\r\n${closing}\r\n`],
  ["no host under /api/v1", `GET /api/v1/openapi.json HTTP/1.1\r\n${closing}\r\n`],
] as const) {
  test(`a request with ${what} is refused with 400`, { tag }, async ({ server }) => {
    expect(await wire(server.url, bytes)).toMatchObject(refusal(400, "invalid_request", /Host|HTTP/));
  });
}

test("HTTP/1.0, as proxies and probes speak it, needs no host", { tag }, async ({ server }) => {
  expect(await wire(server.url, "GET /api/health HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 });
});
