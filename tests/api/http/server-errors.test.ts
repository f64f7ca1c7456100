import { connect } from "node:net";
import { expect, test } from "../../support/fixtures";
import { errorReply, sendBytes, sendRequest } from "../../support/wire";

// Requests that server.mjs rejects before Next. A proxy handles some of these in its own way.
const tag = "@server";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const closing = "Connection: close\r\n";

for (const path of ["/api/w/%zz/chats", "/api/auth/%zz", "/api/simulator/%/messages", "/api/w/%ED%A0%80/chats", "/api/%FF", "/%zz"]) {
  for (const method of methods) {
    test(`rejects ${method} ${path} with 400 as JSON`, { tag }, async ({ server }) => {
      expect(await sendRequest(server.url, { method, path })).toMatchObject(errorReply(400, "invalid_request", /percent-encoded/));
    });
  }
}

for (const path of ["/api", "/api/", "/api/nope", "/api/w", "/api/nope/%00", "/api/../sign-in", "/api/%2e./sign-in"]) {
  for (const method of [...methods, "SEARCH"]) {
    test(`rejects ${method} ${path} with 404 as JSON`, { tag }, async ({ server }) => {
      const response = await sendRequest(server.url, { method, path });
      expect(response).toMatchObject(errorReply(404, "not_found"));
      expect(response.headers["content-type"]).toBe("application/json");
    });
  }
}

for (const path of ["/widget/%00", "/%00/chats", "/a%00/embed?helpdesk=chatwoot", "/invite/%00"]) {
  test(`rejects GET ${path} with 400 as JSON`, { tag }, async ({ server }) => {
    expect(await sendRequest(server.url, { method: "GET", path })).toMatchObject(errorReply(400, "invalid_request", /NUL/));
  });
}

const picture = "url=%2Fapple-icon.png&w=64&q=75";
for (const path of [
  `/_next/image?${picture}`,
  "/_next/image?url=%2Fx%2F..%2Fapple-icon.png&w=64&q=75",
  "/_next/image?url=%2Fx%2F%2F..%2F.%2Fapple-icon.png&w=64&q=75",
  `/_next/image/?${picture}`,
  `/_next/image/x?${picture}`,
  `/_next//image?${picture}`,
  `//_next/image?${picture}`,
  `/%5Fnext/image?${picture}`,
  `/_next/%69mage?${picture}`,
  `/_next%2Fimage?${picture}`,
  `/_NEXT/Image?${picture}`,
  `/_next\\image?${picture}`,
]) {
  for (const method of ["GET", "HEAD"]) {
    test(`rejects ${method} ${path} with 404: no page uses scaled pictures`, { tag }, async ({ server }) => {
      const response = await sendRequest(server.url, { method, path, headers: { accept: "image/webp" } });
      expect(response).toMatchObject(method === "HEAD" ? { status: 404 } : errorReply(404, "not_found"));
      expect(response.headers["content-type"]).toBe("application/json");
    });
  }
}

test("rejects an unsupported method under /api as JSON", { tag }, async ({ server }) => {
  const response = await sendRequest(server.url, { method: "POST", path: "/api/health" });
  expect(response).toMatchObject(errorReply(405, "method_not_allowed"));
  expect(await sendRequest(server.url, { method: "HEAD", path: "/api/nope" })).toMatchObject({ status: 404, text: "" });
});

for (const [method, path, message] of [
  ["TRACE", "/sign-in", /TRACE is not answered here/],
  ["TRACE", "/api/health", /TRACE is not answered here/],
  ["PUT", "/sign-in", /does not take PUT; it takes GET, HEAD, POST/],
  ["OPTIONS", "/_next/static/x.js", /does not take OPTIONS/],
] as const) {
  test(`rejects ${method} ${path} with 405 as JSON that lists the allowed methods`, { tag }, async ({ server }) => {
    const response = await sendRequest(server.url, { method, path });
    expect(response).toMatchObject(errorReply(405, "method_not_allowed", message));
    expect(response.headers["allow"]).toBe("GET, HEAD, POST");
  });
}

const post = `POST /sign-in HTTP/1.1\r\nHost: beside\r\n`;
const bodies = [
  ["of 9.9 MB", `${post}Content-Length: 9900000\r\n\r\nabc`],
  ["of 9.9 MB with Expect: 100-continue", `${post}Expect: 100-continue\r\nContent-Length: 9900000\r\n\r\n`],
  ["without a length", `${post}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`],
  ["of a GET", `GET /sign-in HTTP/1.1\r\nHost: beside\r\nContent-Length: 20000\r\n\r\nabc`],
  ["to a file", `POST /_next/static/x.js HTTP/1.1\r\nHost: beside\r\nContent-Length: 20000\r\n\r\nabc`],
  ["of a request of the screens", `POST /api/w/x/chats/y/messages HTTP/1.1\r\nHost: beside\r\nContent-Length: 70000\r\n\r\nabc`],
] as const;

for (const [what, bytes] of bodies) {
  test(`rejects a body ${what} before it is sent`, { tag }, async ({ server }) => {
    expect(await sendBytes(server.url, bytes)).toMatchObject(errorReply(413, "payload_too_large", /at most \d+ KiB/));
  });
}

test("delivers the response when a rejected body is sent anyway", { tag }, async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const received = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once("error", reject).once("close", () => resolve(text));
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += String(chunk);
    });
    // Writes everything before it reads, so a response that a reset destroys would be missing. The body exceeds the buffers of both
    // systems, so the write only completes when the server reads it.
    socket.pause();
    socket.write(`${post}Content-Length: 30000000\r\n\r\n`);
    socket.write("x".repeat(30_000_000), () => socket.resume());
  });
  expect(received).toMatch(/^HTTP\/1.1 413 /);
});

test("closes the connection on an invalid second request without writing into a response that has begun", {
  tag,
}, async ({ ada }) => {
  const { hostname, port } = new URL(ada.url);
  const { cookie } = await ada.signIn();
  const received = await new Promise<string>((resolve) => {
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
  expect(received).toMatch(/^HTTP\/1.1 200 /);
  expect(received).not.toContain("HTTP/1.1 400");
});

test("redirects a form that was submitted before the script had loaded back to its page", { tag }, async ({ server }) => {
  const options = { method: "POST", path: "/sign-in?next=%2Fx", headers: { "next-action": "nope", "content-length": "18" } };
  const response = await sendRequest(server.url, { ...options, body: "email=a&password=b" });
  expect(response).toMatchObject({ status: 303, headers: { location: "/sign-in?next=%2Fx" } });
  for (const path of ["//elsewhere.example/x", "/\\elsewhere.example/x", "http://elsewhere.example/x"]) {
    expect((await sendRequest(server.url, { method: "POST", path })).headers.location).toMatch(/^\/[^/\\]/);
  }
});

const head = "GET /api/health HTTP/1.1\r\n";
for (const [what, bytes] of [
  ["two hosts", `${head}Host: a\r\nHost: b\r\n${closing}\r\n`],
  ["two hosts that agree", `${head}Host: a\r\nhost: a\r\n${closing}\r\n`],
  ["no host", `${head}${closing}\r\n`],
  ["an invalid host", `${head}Host: a b\r\n${closing}\r\n`],
  ["HTTP/2.0", `GET /api/health HTTP/2.0\r\nHost: a\r\n${closing}\r\n`],
  ["HTTP/0.9", `GET /api/health HTTP/0.9\r\nHost: a\r\n${closing}\r\n`],
  ["no host under /api/v1", `GET /api/v1/openapi.json HTTP/1.1\r\n${closing}\r\n`],
] as const) {
  test(`rejects a request with ${what} with 400`, { tag }, async ({ server }) => {
    expect(await sendBytes(server.url, bytes)).toMatchObject(errorReply(400, "invalid_request", /Host|HTTP/));
  });
}

test("accepts HTTP/1.0 without a Host, as proxies and probes send it", { tag }, async ({ server }) => {
  expect(await sendBytes(server.url, "GET /api/health HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 });
});
