import type { Team } from "../../support/fixtures";

/** An endpoint that gets a webhook for each event. */
export async function addEndpoint(team: Team, url: string): Promise<void> {
  const reply = await team.api("POST", "/webhook-endpoints", { body: { url, types: ["event.received"] } });
  if (reply.status !== 201) throw new Error(reply.text);
}
