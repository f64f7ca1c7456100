import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "@playwright/test";
import { putContact } from "@/lib/context/contacts/contract";
import { recordEvent } from "@/lib/context/events/contract";
import { missingKeyMessage } from "@/lib/http/auth/missing-key";
import { unknownIn, warningsOf } from "@/lib/http/unknown";
import { expect } from "../../support/expect";

const said = (sent: object, { body } = recordEvent as { body: Parameters<typeof unknownIn>[1] }) => warningsOf(unknownIn(sent, body));

test("says what was probably meant by a name that no field has", () => {
  expect(said({ user_id: 1 })).toEqual(["You sent user_id; the field is userId."]);
  expect(said({ "User-ID": 1 })).toEqual(["You sent User-ID; the field is userId."]);
  expect(said({ occurred_at: 1 })).toEqual(["You sent occurred_at; the field is occurredAt."]);
  expect(said({ timestamp: 1 })).toEqual(["You sent timestamp; the field is occurredAt."]);
  expect(said({ metadata: 1 })).toEqual(["You sent metadata; the field is properties."]);
  expect(said({ nmae: 1 }, putContact)).toEqual(["You sent nmae; the field is name."]);
  expect(said({ traits: 1 }, putContact)).toEqual(["You sent traits; the field is attributes."]);
  expect(said({ reference: 1 })).toEqual(["You sent reference, which is no field. To keep it, send it in properties."]);
  // A field that was sent by its own name is not what another name means.
  expect(said({ event: "Paid", type: "invoice" })).toEqual(["You sent type, which is no field. To keep it, send it in properties."]);
  expect(said({ event: "Paid", properties: { user_id: 1 } })).toEqual([]);
});

test("explains no more than twenty of many names", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field ${at}`, 1]));
  const warnings = said(many);
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toBe("You sent 480 more that are not known here.");
});

const key = `bsk_${"a".repeat(49)}`;
const withHeaders = (headers: Record<string, string>, url = "/api/v1/contacts") =>
  missingKeyMessage({ url, header: (name) => headers[name] ?? null });

test("says which mistake left a call without a key, and never repeats it", () => {
  const said: [mistake: string, message: RegExp][] = [
    [withHeaders({}), /no header “Authorization”/],
    [withHeaders({ authorization: "" }), /may be empty/],
    [withHeaders({ authorization: "Bearer" }), /no key behind “Bearer”/],
    [withHeaders({ authorization: "Bearer  " }), /may be empty/],
    [withHeaders({ authorization: key }), /stands alone/],
    [withHeaders({ authorization: `Basic ${btoa(`${key}:`)}` }), /scheme Basic, as curl -u/],
    [withHeaders({ authorization: `Token ${key}` }), /scheme Token/],
    [withHeaders({ authorization: `Bearer:${key}` }), /must be a space/],
    [withHeaders({ "x-api-key": key }), /“x-api-key”, which is not read/],
    [withHeaders({}, `/api/v1/contacts?api_key=${key}`), /in the address, where logs keep it: revoke it/],
  ];
  for (const [message, expected] of said) {
    expect(message).toMatch(expected);
    expect(message).toContain("Authorization: Bearer <key>");
    expect(message).not.toContain("aaaa");
  }
});

test("knows every part of the address of an endpoint", async () => {
  type PageError = (request: object, path: string) => { status: number } | undefined;
  const { pageError } = (await import(pathToFileURL("lib/http/server/errors.mjs").href)) as { pageError: PageError };
  const statusAt = (path: string) => pageError({ method: "GET", url: path, headers: {} }, path)?.status;
  for (const part of readdirSync("app/api")) expect(statusAt(`/api/${part}/x`), part).toBeUndefined();
  for (const path of ["/api", "/api/contacts", "/v1", "/v1/contacts"]) expect(statusAt(path), path).toBe(404);
});
