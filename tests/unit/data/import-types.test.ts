import { test } from "@playwright/test";
import { narrowed, typeOf, type Value, valueAs } from "@/lib/data/imports/types";
import { expect } from "../../support/expect";

test("takes a text for a number or a boolean only if it is plainly one", () => {
  const types: (readonly [string, ReturnType<typeof typeOf>])[] = [
    ...["0", "6", "-5", "3.14", "0.5", "-0.5", "6.0", "123456789012345"].map((text) => [text, "number"] as const),
    ...["TRUE", "false", "True", "WAHR", "FALSCH", "VERDADERO", "falso", "VERDADEIRO"].map((text) => [text, "boolean"] as const),
    // A leading zero, an id that no number carries exactly, and what people may mean otherwise.
    ...[
      "007",
      "-012",
      "00.5",
      "+5",
      "1e5",
      "1.23457E+11",
      "1,5",
      "1.000,5",
      "1234567890123456",
      "0x10",
      "5 ",
      ".5",
      "5.",
      "yes",
      "1/2",
      "",
      "١٢",
      "NaN",
    ].map((text) => [text, "text"] as const),
  ];
  for (const [text, type] of types) expect([text, typeOf(text)]).toEqual([text, type]);
});

test("a column is of a type when each of its values is", () => {
  const columns: [string[], ReturnType<typeof narrowed> | null][] = [
    [["5", "6", "7.5"], "number"],
    [["5", "6", "n/a"], "text"],
    [["5", "007"], "text"],
    [["TRUE", "FALSE"], "boolean"],
    [["true", "1"], "text"],
    [["pro", "5"], "text"],
    [[], null],
  ];
  for (const [values, type] of columns)
    expect(values.reduce((before, text) => narrowed(before, text), null as ReturnType<typeof narrowed> | null)).toBe(type);
});

test("reads a value as the type that is said, and nothing else as one", () => {
  const values: [string, "text" | "number" | "boolean", Value | undefined][] = [
    ["6", "number", 6],
    ["-0", "number", 0],
    ["59,90", "number", 59.9],
    ["1,234", "number", undefined],
    ["007", "number", undefined],
    ["five", "number", undefined],
    ["TRUE", "boolean", true],
    ["nein", "boolean", false],
    ["Não", "boolean", false],
    ["sí", "boolean", true],
    ["0", "boolean", false],
    ["maybe", "boolean", undefined],
    ["constructor", "boolean", undefined],
    ["007", "text", "007"],
  ];
  for (const [text, type, value] of values) expect([text, type, valueAs(text, type)]).toEqual([text, type, value]);
});
