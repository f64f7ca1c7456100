import { spawnSync } from "node:child_process";
import { test } from "@playwright/test";
import fc from "fast-check";
import { withSentAt } from "@/lib/actions/calls/call-body";
import { curlOf, quote } from "@/lib/actions/calls/shared/curl";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const headers: [string, string][] = [
  ["Host", "api.acme.example"],
  ["Content-Type", "application/json"],
  ["X-Service-Signature", "sha256=ab,sha256=cd"],
  ["content-length", "2"],
];
const call = { url: "https://api.acme.example/actions", headers, body: "{}" };

/** The arguments that a shell passes to the program of a command. */
function wordsIn(shell: string, line: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, ["-c", `curl() { printf '%s\\0' "$@"; }\n${line}`], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect(status, stderr.toString()).toBe(0);
  return stdout.toString("utf8").split("\0").slice(0, -1);
}

const after = (words: string[], name: string) => words.flatMap((word, at) => (words[at - 1] === name ? [word] : []));

// An argument cannot contain NUL, which JSON escapes; a lone surrogate is not valid text.
const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        "\\",
        "$",
        "`",
        "!",
        "@",
        "\n",
        "\r",
        "\t",
        "\u001b",
        "\u007f",
        "\u009b",
        "\u202e",
        ";",
        "&",
        "{a,b}",
        "[1-9]",
        " ",
        "é",
        "👍",
        "%",
        "x",
      ),
    }),
  )
  .map((value) => value.toWellFormed().replaceAll("\0", ""));

test("quote turns any text into one shell word with the same text", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
      expect(wordsIn("bash", `curl ${texts.map(quote).join(" ")}`)).toEqual(texts);
    }),
    { numRuns: runs(60) },
  );
});

test("quoted visible characters work in every POSIX shell", () => {
  const hostile = ["", "'", "''", "'; rm -rf / #", "$(id)", "`id`", "\\'", "a\\", '"$HOME"', "!!", "*", "~", "-x", "@/etc/passwd", "{a,b}"];
  expect(wordsIn("sh", `curl ${hostile.map(quote).join(" ")}`)).toEqual(hostile);
});

test("a command contains no control or invisible characters, whatever was sent", () => {
  fc.assert(
    fc.property(text, text, (body, value) => {
      const command = curlOf({ ...call, headers: [["X-Any", value]], body });
      expect(command).not.toMatch(/[^\P{Cc}\n]|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u);
    }),
  );
});

test("a command posts the call's body with its headers and no others", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(
        fc.tuple(
          fc.stringMatching(/^X-[A-Za-z]{1,8}$/),
          text.map((value) => value.trim()),
        ),
        { maxLength: 4 },
      ),
      (body, more) => {
        const words = wordsIn("bash", curlOf({ ...call, headers: [...headers, ...more], body }));
        expect(after(words, "--data-raw")).toEqual([body]);
        expect(after(words, "--request")).toEqual(["POST"]);
        expect(after(words, "POST")).toEqual([call.url]);
        expect(after(words, "--header")).toEqual([
          "Content-Type: application/json",
          "X-Service-Signature: sha256=ab,sha256=cd",
          ...more.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`)),
          "User-Agent:",
          "Accept:",
        ]);
      },
    ),
    { numRuns: runs(60) },
  );
});

test("writes the URL in the normalized form that is called", () => {
  const words = wordsIn("sh", curlOf({ ...call, url: "https://Acme.example/a'b/../c d?x={1,2}&y=[1-3]" }));
  expect(after(words, "POST")).toEqual(["https://acme.example/c%20d?x={1,2}&y=[1-3]"]);
  expect(words).toContain("--globoff");
});

test("a resent body differs only in sentAt", () => {
  const at = new Date("2026-11-21T10:00:00.123Z");
  const body = fc.dictionary(
    fc.string().filter((key) => key !== "sentAt"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(body, (rest) => {
      const before = JSON.stringify({ ...rest, sentAt: "2026-11-20T10:00:00.000Z" });
      const resent = withSentAt(before, at);
      expect(resent.replace("2026-11-21T10:00:00.123Z", "2026-11-20T10:00:00.000Z")).toBe(before);
    }),
  );
});
