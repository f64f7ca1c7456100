import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

/** The loader draws on customers' pages, where the website's admin chooses the side. */
const exempt = /^components\/widget\/loader\//;

const files = ["app", "components"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.(tsx?|css)$/.test(file) && !exempt.test(file));

const size = String.raw`(?:-(?:[\d.]+|px|auto|full|\d+\/\d+|\[[^\]\s]+\]|\(--[\w-]+\)))`;
/** Classes that name a side of the screen, with any conditions before them. `left-1/2` with a shift by half is the same in both directions. */
const physical = new RegExp(
  String.raw`(?<![\w-])-?(?:[mp][lr]${size}|scroll-[mp][lr]${size}|(?!left-1\/2)(?:left|right)${size}|border-[lr]${size}?|border-[lr]-[a-z]+|rounded-(?:[lr]|tl|tr|bl|br)(?:-[a-z0-9]+)?|text-(?:left|right)|float-(?:left|right)|origin-(?:left|right)|(?:bg-gradient|bg-linear)-to-[lr]|(?:space|divide)-x${size}?)(?=[\s"'\`]|$)`,
  "g",
);
/** Properties of a style, in CSS and in a component. */
const property =
  /\b(?:(?:margin|padding|border)-(?:left|right)|(?:margin|padding|border)(?:Left|Right)|text-align:\s*(?:left|right)|textAlign:\s*"(?:left|right)")\b/g;
/** Moving sideways needs a counterpart for the other direction; half of an own width only centres. */
const sideways = /(?<![\w-])(?:[\w[\]().:-]*:)?-?translate-x-(?!1\/2)[\w./[\]-]+/g;
/** Arrows that point along the text. */
const pointing = /<(?:Arrow|Chevron)(?:Left|Right)\b(?!LeftRight)[^>]*>/g;

const lines = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ at: `${file}:${index + 1}`, text: text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/, "") })),
);
const found = (pattern: RegExp) =>
  lines.flatMap(({ at, text }) => [...text.matchAll(pattern)].map(([match]) => ({ line: `${at} ${match}`, text })));

test("no class and no style names a side of the screen", () => {
  expect(lines.length).toBeGreaterThan(10_000);
  expect([...found(physical), ...found(property)].map(({ line }) => line)).toEqual([]);
});

test("what moves sideways, and arrows that point along the text, turn around with it", () => {
  const oneWay = found(sideways).filter(({ text }) => !/rtl:[\w[\]().:-]*-?translate-x-/.test(text));
  const arrows = found(pointing).filter(({ text }) => !/rtl:-scale-x-100|rtl:rotate-180/.test(text));
  expect([...oneWay, ...arrows].map(({ line }) => line)).toEqual([]);
});

test("the patterns find what they are for", () => {
  const matches = (text: string) => [...text.matchAll(physical)].map(([match]) => match);
  expect(matches('"md:pl-11 -ml-2 max-[9px]:right-0 hover:text-left border-r rounded-tl-sm left-[3px]"')).toEqual([
    "pl-11",
    "-ml-2",
    "right-0",
    "text-left",
    "border-r",
    "rounded-tl-sm",
    "left-[3px]",
  ]);
  expect(matches('"ps-2 ms-auto border-e start-0 left-1/2 text-start rounded-lg border-line pre-left-0x"')).toEqual([]);
});
