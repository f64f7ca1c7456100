import { localeCookie } from "@/lib/kernel/locale";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, send, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { startServer } from "../../support/server";
import { translations } from "../../support/translations";

type Asked = { cookie?: string; accept?: string };

/** The language of a page's document. */
async function languageOf(url: string, { cookie = "", accept = "" }: Asked): Promise<string | undefined> {
  const { text } = await send(url, { headers: { cookie, accept: "text/html", "accept-language": accept } });
  return /<html[^>]*\blang="([^"]*)"/.exec(text)?.[1];
}

test("a member chooses a language for the own screens, and a cookie keeps it for the sign-in", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const profile = `${ada.url}/${ada.workspace}/profile`;
  const chosen = await owner.call("PUT", "/me/locale", { locale: "pt" });
  expect(chosen).toMatchObject({ status: 200, body: { locale: "pt" } });
  const cookie = chosen.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(new RegExp(`^${localeCookie}=pt; Path=/; Max-Age=\\d{8}; HttpOnly; SameSite=Lax$`));
  expect(await languageOf(profile, { cookie: owner.cookie, accept: "de" })).toBe("pt");
  // On a secure connection the cookie is for those alone.
  const origin = ada.url.replace("http:", "https:");
  const secure = await owner.call("PUT", "/me/locale", { locale: "pt" }, { "x-forwarded-proto": "https", origin });
  expect(secure.headers.get("set-cookie")).toMatch(/; SameSite=Lax; Secure$/);

  const tom = await ada.signIn(await addMember(ada));
  expect(await languageOf(profile, { cookie: tom.cookie, accept: "de-CH, en;q=0.5" })).toBe("de");
  expect(await languageOf(`${ada.url}/${bob.workspace}/profile`, { cookie: (await bob.signIn()).cookie })).toBe("en");

  const none = await owner.call("PUT", "/me/locale", { locale: null });
  expect(none).toMatchObject({ status: 200, body: { locale: null } });
  expect(none.headers.get("set-cookie")).toContain(`${localeCookie}=; Path=/; Max-Age=0;`);
  expect(await languageOf(profile, { cookie: `${owner.cookie}; ${localeCookie}=pt`, accept: "es" })).toBe("es");
});

test("pages before the sign-in follow the cookie, then the browser's languages by their weight", async ({ server }) => {
  for (const path of ["/sign-in", "/invite", "/reset"]) {
    const asked = (cookie: string, accept: string) => languageOf(`${server.url}${path}`, { cookie, accept });
    expect(await asked(`${localeCookie}=es`, "de"), path).toBe("es");
    expect(await asked(`${localeCookie}=xx`, "de"), path).toBe("de");
    expect(await asked("", "en;q=0.3, pt-PT;q=0.9, de;q=0"), path).toBe("pt");
    expect(await asked("", "fr, *;q=0.1"), path).toBe("en");
  }
});

test("a language that the desk does not speak is refused", async ({ ada }) => {
  const owner = await ada.signIn();
  for (const body of [{ locale: "fr" }, { locale: "" }, {}, { locale: 1 }])
    expect(await owner.call("PUT", "/me/locale", body), JSON.stringify(body)).toMatchObject({ status: 400 });
});

test("files for a member are in the member's language; errors stay English", async ({ ada }) => {
  const owner = await ada.signIn();
  await owner.call("PUT", "/me/locale", { locale: "de" });
  const { text } = await owner.call("GET", "/audit/export");
  expect(text).toContain(translations("audit.columns", "de")("what"));
  const refused = await owner.call("PUT", "/me/locale", { locale: "fr" }, { "accept-language": "de" });
  expect((refused.body["error"] as { message: string }).message).toMatch(/^locale must be "en"/);
});

test("an account with a language that only the next version speaks has the browser's", { tag: "@embedded" }, async () => {
  const server = await startServer();
  const team = await newTeam(server);
  const { cookie } = await team.signIn();
  await server.stop();
  const embedded = await Embedded.open(server.dataDir);
  const { rows } = await embedded.query("update account set locale = 'fr' returning 1");
  expect(rows.length).toBeGreaterThan(0);
  await embedded.close();

  const again = await startServer({ dataDir: server.dataDir });
  expect(await languageOf(`${again.url}/${team.workspace}/profile`, { cookie, accept: "es" })).toBe("es");
  const reply = await send(`${again.url}/${team.workspace}/profile`, { headers: { cookie, accept: "text/html" } });
  expect(reply.status).toBe(200);
  expect(reply.text).toContain(team.owner.email);
  await again.stop();
});
