/** What a browser said that it is. */
export type Device = { browser: string | null; system: string | null };

const someBrowserOn = "A browser on ";

/** Reads "Firefox on Linux", as sessions store it. */
export function deviceOf(agent: string): Device {
  if (agent === "Another program") return { browser: null, system: null };
  if (agent.startsWith(someBrowserOn)) return { browser: null, system: agent.slice(someBrowserOn.length) };
  const [browser = agent, system = null] = agent.split(" on ");
  return { browser, system };
}
