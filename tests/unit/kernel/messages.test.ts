import { test } from "@playwright/test";
import { findUses } from "../../messages/keys";
import { findStrings } from "../../messages/strings";
import { parseText } from "../../messages/syntax";
import { expect } from "../../support/expect";

const texts = (source: string) => findStrings(parseText(source)).map(({ text }) => text);
const keys = (source: string) => findUses(parseText(source)).map(({ key }) => key);

for (const [where, source, ...found] of [
  ["between tags", "<p>No calls yet</p>", "No calls yet"],
  ["in a value between tags", `<p>{isOpen ? "close" : \`\${count} more\`}</p>`, "close", "more"],
  ["in attributes that are shown or read out", `<input aria-label="Name" placeholder={\`Reply to \${name}…\`} />`, "Name", "Reply to"],
  ["in tables and returns", 'const views = { open: { title: "No open chats" } };', "No open chats"],
  ["in toasts", 'toast.error("could not be sent")', "could not be sent"],
  ["in errors that are shown", 'throw new AppError("unavailable", "nothing came back")', "nothing came back"],
] as const)
  test(`finds a text ${where}`, () => expect(texts(source)).toEqual(found));

for (const [what, source] of [
  ["class names and keys", '<p className="flex items-center" id="Title">{state === "Open" && 7}</p>'],
  [
    "types, imports and keys of the keyboard",
    'import { a } from "Some"; type A = "Open"; const isUp = event.key === "ArrowUp" || key === "Escape";',
  ],
  ["errors that only a developer sees", 'if (!value) throw new Error("useLive needs a Live component around it.");'],
  ["texts from the catalogue", '<p title={t("title")}>{t("text", { name: user.name })}</p>'],
] as const)
  test(`does not report ${what}`, () => expect(texts(source)).toEqual([]));

test("resolves keys with the namespace of their translator, however it was created", () => {
  expect(keys('function A() { const t = useTranslations("chat.list"); return t("all") + t.rich(isOpen ? "open" : "closed"); }')).toEqual([
    "chat.list.all",
    "chat.list.open",
    "chat.list.closed",
  ]);
  expect(keys('async function A() { const t = await getTranslations("pages"); return () => t("title"); }')).toEqual(["pages.title"]);
  expect(keys(`const one = (t: Translator<"calls">, state: State) => t(\`states.\${state}.name\`) + t(state);`)).toEqual([
    "calls.states.*.name",
    "calls.*",
  ]);
});

test("a parameter shadows a translator of the same name", () => {
  expect(keys('function A() { const t = useTranslations("chat"); return items.map((t) => t("all")); }')).toEqual([]);
});
