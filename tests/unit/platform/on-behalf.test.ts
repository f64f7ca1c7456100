import { setImmediate as turn } from "node:timers/promises";
import { test } from "@playwright/test";
import { currentWorkspace, foundWorkspace, inOpenRequest, inRequest, onBehalfOf, startFor } from "@/lib/platform/db/on-behalf";
import { forNone } from "@/lib/platform/db/places";
import { listen, notify } from "@/lib/platform/notify";
import { expect } from "../../support/expect";

test("a request is nobody's until its workspace is found, and what it leaves behind is nobody's again", async () => {
  const seen: string[] = [];
  let later = Promise.resolve();
  await inRequest(async () => {
    seen.push(currentWorkspace());
    foundWorkspace("a");
    await turn();
    seen.push(currentWorkspace());
    later = turn().then(async () => {
      await turn();
      seen.push(currentWorkspace());
    });
  });
  await later;
  expect(seen).toEqual([forNone, "a", forNone]);
  expect(currentWorkspace()).toBe(forNone);
});

test("requests at the same time have each their own workspace, also within the work of another", async () => {
  const seen = await Promise.all(
    ["a", "b", "c"].map((name) =>
      inRequest(async () => {
        foundWorkspace(name);
        await turn();
        const inside = await onBehalfOf("job", async () => {
          await turn();
          return currentWorkspace();
        });
        return [currentWorkspace(), inside];
      }),
    ),
  );
  expect(seen).toEqual(["a", "b", "c"].map((name) => [name, "job"]));
});

test("a listener runs as what called listen, whoever notifies", () => {
  const seen: string[] = [];
  const unlisten = inOpenRequest(() => {
    foundWorkspace("a");
    return listen("a", () => seen.push(currentWorkspace()));
  });
  onBehalfOf("b", () => notify("a", {}));
  unlisten();
  notify("a", {});
  expect(seen).toEqual(["a"]);
});

test("work that never had a place ran for no time", async () => {
  const { result, ranMs } = startFor("a", async () => {
    await turn();
    return currentWorkspace();
  });
  expect([await result, ranMs()]).toEqual(["a", 0]);
});
