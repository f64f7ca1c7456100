import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { breaksBetween, type Description, unsaidBreaks } from "../../documents/breaks";
import { problems } from "../../documents/openapi";
import { expect } from "../../support/expect";

/* biome-ignore lint/suspicious/noExplicitAny: the test changes a document at any depth. */
type Any = any;
const text = readFileSync("docs/openapi.json", "utf8");
const promised = JSON.parse(text) as Description;

/** What breaks a client when the promised description is changed. */
function breaksOf(change: (schemas: Any, paths: Any) => void): string[] {
  const changed = JSON.parse(text) as Any;
  change(changed.components.schemas, changed.paths);
  return breaksBetween(promised, changed as Description);
}

test("the description in the repository is what the contracts say, and the changelog names what breaks clients", () => {
  expect(problems()).toEqual([]);
});

const breaking: [string, (schemas: Any, paths: Any) => void, string][] = [
  ["an endpoint is gone", (_, paths) => delete paths["/events"], "POST /events is gone"],
  ["a status is gone", (_, paths) => delete paths["/events"].post.responses["409"], "POST /events 409 is gone"],
  ["a status is new", (_, paths) => Object.assign(paths["/events"].post.responses, { 207: {} }), "POST /events 207 is new"],
  [
    "a header is required",
    (_, paths) => paths["/events"].post.parameters.push({ name: "X", in: "header", required: true, schema: {} }),
    "POST /events X is required",
  ],
  ["a field that is sent is gone", ({ EventInput }) => delete EventInput.properties.level, "POST /events body.level is gone"],
  ["a field that is read is gone", ({ RecordedEvent }) => delete RecordedEvent.properties.id, "POST /events 201.id is gone"],
  ["a value is refused", ({ EventInput }) => EventInput.properties.level.enum.pop(), 'POST /events body.level takes no "info"'],
  ["a limit is narrower", ({ UserId }) => Object.assign(UserId, { maxLength: 100 }), "POST /events body.userId has another maxLength"],
  ["a field is required", ({ EventInput }) => EventInput.required.push("level"), "POST /events body.level is required"],
  [
    "a type is refused",
    ({ ContactInput }) => Object.assign(ContactInput.properties.name, { type: "string" }),
    "PUT /contacts/{userId} body.name takes no null",
  ],
  [
    "an answer may be null",
    ({ RecordedEvent }) => Object.assign(RecordedEvent.properties.event, { type: ["string", "null"] }),
    "POST /events 201.event may be null",
  ],
  [
    "an answer may lack a field",
    ({ RecordedEvent }) => RecordedEvent.required.pop(),
    "POST /events 201.postedToConversations may be missing",
  ],
];
for (const [title, change, name] of breaking) {
  test(`a client breaks when ${title}`, () => expect(breaksOf(change)).toContain(name));
}

test("nobody breaks by new endpoints and fields, wider limits or other words", () => {
  const found = breaksOf(({ EventInput, UserId, RecordedEvent, Error: Refused }, paths) => {
    paths["/events/elsewhere"] = paths["/events"];
    EventInput.properties.note = { type: "string" };
    EventInput.description = "Something else.";
    UserId.maxLength = 300;
    RecordedEvent.properties.url = { type: "string" };
    RecordedEvent.required.push("url");
    Refused.properties.error.properties.code.enum.push("elsewhere");
  });
  expect(found).toEqual([]);
});

test("a break is named in backticks in the list “Breaking” of what is not released, and nowhere else", () => {
  const line = "- An event answers 200: `POST /events 200 is new`.\n";
  const log = (unreleased: string, later = "") => `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n## [1.0.0]\n\n${later}`;
  const breaks = ["POST /events 200 is new"];
  expect(unsaidBreaks(breaks, log(`### Breaking\n\n${line}\n### Added\n`))).toEqual([]);
  for (const unsaid of [
    log(`### Added\n\n${line}`),
    log("", `### Breaking\n\n${line}`),
    log(`### Breaking\n\n${line.replaceAll("`", "")}`),
  ]) {
    expect(unsaidBreaks(breaks, unsaid)).toEqual(breaks);
  }
});
