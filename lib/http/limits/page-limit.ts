import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddressOf, networkOf } from "@/lib/http/address";
import { cookieOf } from "@/lib/http/auth/cookie";
import { lastWorkspaceOf, sessionCookie, sessionIdOf } from "@/lib/http/auth/session";
import { fromNode } from "@/lib/http/request";
import { newPlaces, noneKept, type PlaceBounds, Places, type PlacesState } from "@/lib/platform/db/places";
import * as limit from "@/lib/platform/rate-limit";
import { reportRefusal } from "@/lib/platform/refusals";
import { singleton } from "@/lib/platform/runtime";
import { countOfWorkspace } from "./enforce-rate-limit";

/** Nobody opens that many: of one session, and of all strangers behind one address. */
const [perSessionMinute, perNetworkMinute] = [300, 600];
/** Each takes tens of milliseconds of this process, in which it does nothing else: what the calls of others wait for grows with each. */
const rendering: PlaceBounds = { places: 3, share: 1, ...noneKept, keptForNew: 2 };
const maxWaiting = 30;
const waitMs = 15_000;
/** Then it counts as sent: whoever reads slowly holds up no other. */
const maxRenderMs = 2_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    pagesRendered: PlacesState;
  }
}

const places = new Places(rendering, () => singleton("pagesRendered", newPlaces));

type Wait = { what: "pages" | "rendering"; workspaceId: string | undefined; seconds: number };

/**
 * Lets a page be rendered when it is its turn: by workspace, or by session or network where that is not known. Too many are answered here.
 * Resolves with whether to go on.
 */
export async function admitPage(message: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const request = fromNode(message);
  const sessionId = await sessionIdOf(cookieOf(request, sessionCookie));
  const workspaceId = sessionId === undefined ? undefined : lastWorkspaceOf(sessionId);
  const network = networkOf(clientAddressOf(request.header));
  const state = await (sessionId === undefined
    ? limit.consume(`pages-from:${network}`, perNetworkMinute)
    : limit.consume(`pages:${sessionId}`, perSessionMinute));
  const counted = state.allowed && workspaceId !== undefined ? await countOfWorkspace(workspaceId) : state;
  if (!counted.allowed) return sendTooMany(response, { what: "pages", workspaceId, seconds: counted.resetSeconds });
  return waitForTurn(response, workspaceId, workspaceId ?? (sessionId === undefined ? `network ${network}` : `session ${sessionId}`));
}

async function waitForTurn(response: ServerResponse, workspaceId: string | undefined, name: string): Promise<boolean> {
  const busy = { what: "rendering", workspaceId, seconds: 2 } as const;
  if (places.waitingOf(name) >= maxWaiting) return sendTooMany(response, busy);
  const release = await places.take(name, { waitMs, late: () => new Error("late") }).catch(() => undefined);
  if (!release) return sendTooMany(response, busy);
  const timer = setTimeout(release, maxRenderMs);
  response.once("close", () => {
    clearTimeout(timer);
    release();
  });
  if (response.destroyed) release();
  return !response.destroyed;
}

/** Browsers show the text until they load the page again by themselves. */
function sendTooMany(response: ServerResponse, { what, workspaceId, seconds }: Wait): false {
  reportRefusal(what, workspaceId);
  const text = `Too many pages at once. This one loads again in ${seconds} seconds.\n`;
  const type = { "content-type": "text/plain; charset=utf-8", "content-length": Buffer.byteLength(text) };
  const wait = { "cache-control": "no-store", "retry-after": String(seconds), refresh: String(seconds) };
  response.statusCode = 429;
  for (const [name, value] of Object.entries({ ...type, ...wait })) response.setHeader(name, value);
  response.end(response.req.method === "HEAD" ? undefined : text);
  return false;
}
