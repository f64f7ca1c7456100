import type { Shot } from "../attack";
import { mixed } from "../probes";
import type { Row } from "../row";
import { put } from "./shots";

const [imported, connections] = [290, 32];

export const imports: Row = {
  name: "import",
  does: `a backend writes ${imported} contacts as fast as they are answered, over ${connections} connections`,
  probe: mixed,
  prepare: async (_, target) => {
    const shots = [put(target, "user_{n}", { name: "Ada {n}", email: "ada{n}@example.com", attributes: { plan: "pro", seats: "{n}" } })];
    return { patterns: [{ kind: "lanes", lanes: connections, max: imported, shots, isWork: true }] };
  },
};

/** The anti-forgery token of a sign-in, which may be used again, with its cookie. */
async function antiForgery(url: string): Promise<{ token: string; cookie: string }> {
  const reply = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await reply.json()) as { csrfToken: string };
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { token: csrfToken, cookie: cookies.join("; ") };
}

const [signInsPerSecond, networks] = [10, 60];

export const signIns: Row = {
  name: "sign-ins",
  does: `people of ${networks} networks sign in with wrong passwords, ${signInsPerSecond} a second`,
  probe: mixed,
  prepare: async ({ urls }) => {
    const { token, cookie } = await antiForgery(urls[0] ?? "");
    const shots = Array.from({ length: networks }, (_, at): Shot => {
      const form = { email: `somebody-{n}-${at}@example.com`, password: "a wrong password", csrfToken: token, json: "true" };
      // Its braces are replaced, so they must not be encoded.
      const body = new URLSearchParams(form).toString().replaceAll("%7Bn%7D", "{n}");
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": `203.0.113.${at + 1}` };
      return { method: "POST", path: "/api/auth/callback/credentials", headers, body, expects: 401 };
    });
    return { patterns: [{ kind: "steady", perSecond: signInsPerSecond, shots, isWork: true }] };
  },
};
