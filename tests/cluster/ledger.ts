import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { expect, type Team } from "../support/fixtures";
import { breaches } from "../support/invariants";
import type { Query } from "../support/postgres";

/** A write with a unique mark, by which it is retried and found again. */
type Entry = { team: Team; kind: "by userId" | "by phone" | "message"; mark: string; phone: string; id?: string };
type Row = { mark: string; id: string };
type LedgerReply = { status: number; retryAfter: string | null; ms: number; at: number; text: string };

const kinds = ["by userId", "by phone", "message"] as const;
const phones = ["447911000001", "447911000002"];
const maxAttempts = 200;

const bodyOf = ({ kind, mark, phone }: Entry) => {
  if (kind === "message") return { id: mark, from: { channel: "whatsapp", phone }, text: mark };
  return { event: "Order placed", properties: { reference: mark }, ...(kind === "by phone" ? { phone } : { userId: `user_${phone}` }) };
};

/** Writers that send one request after the other, and the replies they got. */
export class Ledger {
  readonly heard: LedgerReply[] = [];
  private readonly entries: Entry[] = [];
  private isOver = false;
  private writers: Promise<void>[] = [];

  private constructor(private readonly urls: string[]) {}

  /** Gives every team chats linked to contacts, and a writer that retries a failed request until it is accepted. */
  static async begin(urls: string[], teams: Team[], pauseMs = 60): Promise<Ledger> {
    const ledger = new Ledger(urls);
    for (const team of teams) {
      for (const phone of phones) {
        expect((await team.api("PUT", `/contacts/user_${phone}`, { body: { phone } })).status).toBe(200);
        await team.sendMessage({ channel: "whatsapp", phone });
      }
    }
    ledger.writers = teams.map((team, index) => ledger.write(team, index, pauseMs));
    return ledger;
  }

  /** Stops the writers, after their current requests were accepted. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }

  private async write(team: Team, at: number, pauseMs: number): Promise<void> {
    for (let count = 0; !this.isOver; count += 1) {
      const kind = kinds[count % kinds.length] ?? "message";
      const entry: Entry = { team, kind, mark: newId(), phone: phones[count % phones.length] ?? "" };
      this.entries.push(entry);
      await this.untilAccepted(entry, at + count);
      await pause(pauseMs);
    }
  }

  private async untilAccepted(entry: Entry, at: number): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { status, text } = await this.send(entry, this.urls[(at + attempt) % this.urls.length] ?? "");
      if (status === 201) {
        entry.id = (JSON.parse(text) as { id?: string }).id ?? entry.mark;
        return;
      }
      await pause(250);
    }
  }

  private async send(entry: Entry, url: string): Promise<LedgerReply> {
    const { team, kind, mark } = entry;
    const path = kind === "message" ? `/api/simulator/${team.workspace}/messages` : "/api/v1/events";
    const headers = kind === "message" ? {} : { authorization: `Bearer ${team.key}`, "idempotency-key": mark };
    const begun = Date.now();
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(bodyOf(entry)) })
      .then(async (response) => ({ status: response.status, retryAfter: response.headers.get("retry-after"), text: await response.text() }))
      // The connection was refused, or ended before or during the reply.
      .catch((error: unknown) => ({ status: 0, retryAfter: null, text: String(error) }));
    const complete = { ...reply, ms: Date.now() - begun, at: begun };
    this.heard.push(complete);
    return complete;
  }

  /** The number of replies by status, of requests sent since then. */
  statuses(since = 0): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const { status, at } of this.heard) if (at >= since) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  /** Expects that every reply was 201, or 503 with the time to wait. */
  expectOnlyWaits(): void {
    const others = this.heard.filter(({ status, retryAfter }) => status !== 201 && !(status === 503 && Number(retryAfter) >= 1));
    expect(others.slice(0, 3), `${others.length} answers of ${this.heard.length}`).toEqual([]);
  }

  /** Expects that the database holds everything answered with 201 exactly once and nothing else, and breaks no rule. */
  async expectStored(query: Query, brokenRules = breaches): Promise<void> {
    const ofTeams = "join workspace w on w.id = t.workspace_id and w.slug = any($1)";
    const slugs = [this.entries.map(({ team }) => team.workspace)];
    const events = await query<Row>(`select t.properties->>'reference' as mark, t.id from event t ${ofTeams}`, slugs);
    const messages = await query<Row>(
      `select t.text as mark, t.id from chat_item t ${ofTeams} where t.kind = 'message' and t.text <> 'Hello'`,
      slugs,
    );
    const stored = [...events, ...messages].map(({ mark, id }) => `${mark} ${id}`).sort();
    const sent = this.entries.map(({ mark, id }) => `${mark} ${id}`).sort();
    expect(stored.length).toBe(new Set(stored).size);
    expect(stored).toEqual(sent);
    expect(await brokenRules(query)).toEqual([]);
  }
}
