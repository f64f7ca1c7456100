import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { maxHeard, testInAddress, testMinutes } from "@/lib/channels/shared/page-test";
import { minuteMs } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { Origin, type WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import { Outcome, type PageTestView } from "./contract";

/** As it is stored with the workspace: the last one only. Of the token a hash, and of the page its origin. */
const PageTest = z.object({
  id: z.uuid(),
  hash: z.string(),
  until: z.iso.datetime(),
  count: z.int(),
  origin: z.string().nullable(),
  outcome: Outcome.nullable(),
});
type PageTest = z.output<typeof PageTest>;

const hashOf = (token: string) => createHash("sha256").update(`beside-page-test:${token}`).digest("base64url");

const viewOf = ({ id, until, origin, outcome }: PageTest): z.output<typeof PageTestView> => ({
  id,
  until: new Date(until),
  origin,
  outcome,
});

/** The address with the token in its fragment, after one that the page has itself. */
function addressWith(url: string, token: string): string {
  const address = new URL(url);
  address.hash = `${address.hash}${address.hash === "" ? "" : "&"}${testInAddress}=${token}`;
  return address.href;
}

/** Begins a test on a page, and ends the one before: `address` is that page, with a token by which its loader says what happened. */
export async function begin({ id: workspaceId, slug }: { id: string; slug: string }, url: string) {
  const token = `${slug}.${randomBytes(32).toString("base64url")}`;
  const until = new Date(currentTime().getTime() + testMinutes * minuteMs).toISOString();
  const test: PageTest = { id: newId(), hash: hashOf(token), until, count: 0, origin: null, outcome: null };
  await db().workspace.update({ where: { id: workspaceId }, data: { widgetTest: test } });
  return { address: addressWith(url, token), test: viewOf(test) };
}

/** The last test, while it is going on. */
export async function read(workspaceId: string): Promise<{ test: z.output<typeof PageTestView> | null }> {
  const { widgetTest } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { widgetTest: true } });
  const test = PageTest.safeParse(widgetTest).data;
  return { test: test && new Date(test.until) > currentTime() ? viewOf(test) : null };
}

/**
 * `$1` workspace, `$2` the hash of a token, `$3` how much is heard at most, `$4` what was heard. On Citus a table that every node has is updated
 * with immutable functions only, which those that build JSON are not.
 */
const hearStatement = statement({ scope: "everywhere" })`
update workspace set widget_test = widget_test || $4::jsonb || ('{"count":' || ((widget_test->>'count')::int + 1)::text || '}')::jsonb
where id = $1::uuid and widget_test->>'hash' = $2 and (widget_test->>'count')::int < $3::int`;

/** What the loader of the workspace `slug` says in a page. Of that page the browser names only the origin. */
type Said = {
  token: string;
  slug: string;
  heard: z.output<typeof Outcome>;
  referrer: string | null;
  settings: WebsiteSettings | undefined;
};

/**
 * Keeps what the loader of a page says, if the token is that of a test that goes on: for every other token something is read at most.
 * Returns what was heard; undefined where nothing was kept.
 */
export async function hear({ token, slug, heard, referrer, settings }: Said): Promise<PageTest["outcome"]> {
  const [tested = ""] = token.split(".");
  const found = await db().workspace.findUnique({ where: { slug: tested }, select: { id: true, widgetTest: true } });
  const test = PageTest.safeParse(found?.widgetTest).data;
  const hash = hashOf(token);
  if (!found || test?.hash !== hash || test.count >= maxHeard || new Date(test.until) <= currentTime()) return null;
  const origin = originOf(referrer);
  const outcome = outcomeOf();
  await run(db(), hearStatement)(found.id, hash, maxHeard, JSON.stringify({ origin, outcome }));
  return outcome;

  function outcomeOf(): z.output<typeof Outcome> {
    if (tested !== slug) return "other";
    if (!settings) return "off";
    const isAllowed = settings.allowAnyOrigin || (origin !== null && settings.allowedOrigins.includes(origin));
    // What the page's browser stored is older than the settings.
    return heard === "refused" && isAllowed ? "loaded" : heard;
  }
}

function originOf(referrer: string | null): string | null {
  if (referrer === null || !URL.canParse(referrer)) return null;
  return Origin.safeParse(new URL(referrer).origin).data ?? null;
}
