import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";
import { acceptAs, addMember, idOf, invited } from "../../support/members";

// A slug that begins like a public file must not be treated as one.
for (const name of ["favicon", "icon", "api-docs"]) {
  test(`restricts scripts and forbids frames on pages of a workspace called ${name}-…`, async ({ server }) => {
    const slug = `${name}-${newId().slice(-12)}`;
    const owner = { email: `${slug}@example.com`, password: newId() };
    await server.operate("create-workspace", { name: slug, slug, plan: "pro", "owner-name": "Olga Owner", ...owner });
    for (const path of [`/${slug}/chats`, "/sign-in", "/no/such/page"]) {
      const { headers } = await fetch(`${server.url}${path}`, { redirect: "manual" });
      expect(headers.get("content-security-policy"), path).toMatch(
        /script-src 'self' 'nonce-[^']+' 'strict-dynamic';.*frame-ancestors 'none'/,
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
}

test("redirects a signed-out page request to the sign-in with its real path, whatever x-page-path says", async ({ ada }) => {
  const headers = { "x-page-path": "/elsewhere" };
  const reply = await fetch(`${ada.url}/${ada.workspace}/settings/plan?a=1`, { redirect: "manual", headers });
  expect(reply.headers.get("location")).toBe(`/sign-in?next=${encodeURIComponent(`/${ada.workspace}/settings/plan?a=1`)}`);
});

test("redirects the address without a path to the workspace that the account joined first", async ({ ada, bob }) => {
  const tom = await addMember(bob);
  const [hers, his, session] = [await ada.signIn(), await bob.signIn(), await bob.signIn(tom)];
  expect((await acceptAs(ada, (await invited(hers, tom.email)).token, session)).status).toBe(200);
  // A row that was changed later stays the first.
  expect(await his.call("PATCH", `/members/${await idOf(his, tom.email)}`, { role: "admin" })).toMatchObject({ status: 200 });
  const reply = await fetch(`${ada.url}/`, { headers: { cookie: session.cookie }, redirect: "manual" });
  expect(reply.headers.get("location")).toBe(`/${bob.workspace}/chats`);
});
