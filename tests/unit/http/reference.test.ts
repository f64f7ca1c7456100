import { test } from "@playwright/test";
import { z } from "zod";
import { callFields, exampleBody } from "@/lib/http/reference/call-example";
import { errorsMarkdown } from "@/lib/http/reference/errors";
import { toHtml } from "@/lib/http/reference/markdown";
import { operationsOf } from "@/lib/http/reference/operations";
import { contract } from "@/lib/kernel/contract";
import { UserId } from "@/lib/people/shared/identity";
import { contracts } from "../../support/contracts";
import { expect } from "../../support/expect";

const free = new Set(["inputs", "event.properties"]);

/** The names of all fields of a body, the inner ones behind their object. */
const namesIn = (value: object, prefix = ""): string[] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const own = `${prefix}${name}`;
    return typeof inner === "object" && inner !== null && !free.has(own) ? [own, ...namesIn(inner as object, `${own}.`)] : [own];
  });

test("the reference describes every field of an action call, and no other", () => {
  // The two objects that are always there have no row of their own.
  const sent = namesIn(JSON.parse(exampleBody()) as object).filter((name) => name !== "customer" && name !== "agent");
  expect(Object.keys(callFields)).toEqual(sent);
});

test("texts of the reference never become HTML, and links lead to pages of ours or over https", () => {
  expect(toHtml('<img src=x onerror=alert(1)> `<b>` **<i>** [x](javascript:alert(1)) [y](/docs"onclick="a)')).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt; <code>&lt;b&gt;</code> <strong>&lt;i&gt;</strong> [x](javascript:alert(1)) " +
      '<a href="/docs&quot;onclick=&quot;a">y</a></p>',
  );
  expect(toHtml("| a | b |\n|---|---|\n| `x` | 1 \\| 2 |\n\n- one\n  more\n- two\n\n```js\n<a>\n```\n## A `b` c")).toBe(
    '<div class="table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
      "<tbody><tr><td><code>x</code></td><td>1 | 2</td></tr></tbody></table></div>\n<ul><li>one more</li><li>two</li></ul>\n" +
      '<pre tabindex="0" data-language="js"><code>&lt;a&gt;</code></pre>\n<h2 id="a-b-c"><a href="#a-b-c">A <code>b</code> c</a></h2>',
  );
});

test("a new endpoint has its fields, limits, errors and samples without another line", () => {
  const added = contract({
    method: "POST",
    path: "/api/v1/contacts/{userId}/notes",
    summary: "Add a note",
    access: "key",
    isPublished: true,
    params: z.object({ userId: UserId }),
    body: z
      .object({ tags: z.array(z.object({ name: z.string().max(9).meta({ example: "vip" }) }).meta({ id: "NoteTag" })).max(5) })
      .meta({ id: "NoteInput" }),
    status: 201,
    output: z.object({ id: z.string().meta({ example: "n1" }) }).meta({ id: "Note" }),
    errors: ["customer_not_found", "conflict"],
  });
  const [found] = operationsOf([added]);
  expect(found).toMatchObject({
    id: "postContactsNotes",
    tag: "Contacts",
    path: "/contacts/{userId}/notes",
    parameters: [{ name: "userId", where: "path" }],
  });
  expect(found?.body?.fields).toMatchObject([
    { name: "tags", type: "array of objects", isRequired: true, limits: "at most 5 items" },
    { name: "tags[].name", type: "string", limits: "at most 9 characters" },
  ]);
  expect(found?.call).toEqual({ method: "POST", path: "/contacts/user_8841/notes", headers: {}, body: { tags: [{ name: "vip" }] } });
  expect(found?.refusals.map(({ code }) => code)).toEqual(expect.arrayContaining(["conflict", "customer_not_found"]));
});

test("every code that an endpoint may answer with has its anchor, cause, fix and example", () => {
  const published = contracts.filter(({ isPublished }) => isPublished);
  const operations = operationsOf(published);
  const page = errorsMarkdown(published, operations);
  for (const code of new Set(operations.flatMap(({ refusals }) => refusals.map((refusal) => refusal.code)))) {
    expect(page).toMatch(new RegExp(`## ${code}\n\n\\*\\*Status \\d+\\.\\*\\* [^]*?\\*\\*What to do:\\*\\* [^]*?"code": "${code}"`));
  }
});
