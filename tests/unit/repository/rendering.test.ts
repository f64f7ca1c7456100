import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import type { Node } from "@babel/types";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

const components = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.tsx?$/.test(file));

const isFunction = ({ type }: Node) => /Function|Method/.test(type);
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const withinOf = (node: Node): Node[] => childrenOf(node).flatMap((child) => [child, ...withinOf(child)]);
/** What runs when the function does, without the functions in it. */
const ownOf = (node: Node): Node[] => childrenOf(node).flatMap((child) => (isFunction(child) ? [] : [child, ...ownOf(child)]));

/** The setters of state that a function calls while it renders. */
function setWhileRendering(file: string): string[] {
  const { program } = parse(readFileSync(file, "utf8"), { sourceType: "module", plugins: ["typescript", "jsx"] });
  return withinOf(program)
    .filter(isFunction)
    .flatMap((render) => {
      const own = ownOf(render);
      const setters = own.flatMap((node) => {
        if (node.type !== "VariableDeclarator" || node.id.type !== "ArrayPattern" || node.init?.type !== "CallExpression") return [];
        const [hook, setter] = [node.init.callee, node.id.elements[1]];
        return hook.type === "Identifier" && hook.name.startsWith("use") && setter?.type === "Identifier" ? [setter.name] : [];
      });
      return own.flatMap((node) =>
        node.type === "CallExpression" && node.callee.type === "Identifier" && setters.includes(node.callee.name) ? [node.callee.name] : [],
      );
    });
}

test("what is set while rendering sets nothing else from the value of the render before", () => {
  // React throws that render away, with all that it made of the old value: right when nothing else is set or kept of it. These were judged.
  const judged = {
    "components/desk/shared/opening.ts": ["setLast"],
    // Counts what came after the newest item that was in view.
    "components/desk/timeline/timeline.tsx": ["setSeen", "setRead"],
    "components/ui/dialog-window.tsx": ["setAsking"],
    "components/ui/use-form-changes.ts": ["setChanges"],
  };
  const found = components.filter((file) => /\buse(State|Reducer)\b/.test(readFileSync(file, "utf8")));
  const set = found.map((file) => [file, setWhileRendering(file)] as const).filter(([, setters]) => setters.length > 0);
  expect(Object.fromEntries(set)).toEqual(judged);
});
