// The order matters: each of these user agents also contains names of later ones.
const browsers = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/(?:(?!Version\/).)* Safari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0];

/** "Firefox on Linux": enough to recognize one's own device, and nothing more. */
export function agentOf(header: string | null): string {
  const text = (header ?? "").slice(0, 500);
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return system ? `A browser on ${system}` : "Another program";
}
