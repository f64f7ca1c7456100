import ipaddr from "ipaddr.js";
import { trimEndOf } from "@/lib/kernel/text";

type UrlCheck = { ok: true; url: URL; exempt: boolean } | { ok: false; reason: string };

const maxLength = 2048;

/** Metadata services of clouds, which reveal a machine's credentials. Never called, even where the address is public. */
const metadataAddresses = new Set(
  [
    "100.100.100.200",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "192.0.0.192",
    "fd00:ec2::23",
    "fd00:ec2::254",
    "fd20:ce::254",
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

const metadataNames = new Set([
  "instance-data",
  "instance-data.ec2.internal",
  "metadata",
  "metadata.azure.internal",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.tencentyun.com",
]);

/** Suffixes that no public name has: reserved for the machine, the home or the company network. */
const privateEndings = ["localhost", "local", "internal", "localdomain", "lan", "home", "home.arpa", "corp", "intranet"];

/** Development receivers use these. Link-local addresses and those that wrap an IPv4 address in IPv6 are left out on purpose. */
const exemptibleRanges = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"]);

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Checks the address of an action by its text alone, since its name is resolved only when it is called. */
export function validateUrl(text: string, allowOrigins: readonly string[]): UrlCheck {
  if (text.length > maxLength) return rejected(`The address must be at most ${maxLength} characters long.`);
  if (/[\s\p{Cc}]/u.test(text)) return rejected("The address must not contain spaces or line breaks.");
  if (!URL.canParse(text)) return rejected("The address must be a complete one, such as https://api.acme.example/actions.");

  const url = new URL(text);
  const exempt = allowOrigins.includes(url.origin);
  if (url.protocol !== "https:" && !(exempt && url.protocol === "http:")) return rejected("The address must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return rejected("The address must not contain a user name or password. Check the signature of each call instead.");
  }
  if (text.includes("#")) return rejected("The address must not contain a # part: it would never reach your server.");
  if (url.href.length > maxLength) return rejected(`The address must be at most ${maxLength} characters long once it is encoded.`);

  const host = hostOf(url);
  if (!isPublicHost(host) && !(exempt && isExemptible(host))) {
    return rejected(`${host || "The host"} is not public. Use an address of your server that can be reached from the internet.`);
  }
  if (!exempt && !mayCall(portOf(url))) {
    return rejected(`The address must not have the port ${url.port}. Leave it out for 443, or use one from 1024 to 65535.`);
  }
  return { ok: true, url, exempt };
}

/** The origin that would have to be exempt for this address to be accepted: on a private machine or network; else undefined. */
export function privateOriginOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = hostOf(url);
  // The origin is shown in a line for a shell.
  const isPlain = /^[\w.:-]+$/.test(host);
  return isPlain && !isPublicHost(host) && validateUrl(text, [url.origin]).ok ? url.origin : undefined;
}

/** The host as a resolver reads it: no brackets around an IPv6 address, no dot at the end. */
export const hostOf = (url: URL) => trimEndOf(url.hostname.replace(/^\[|\]$/g, ""), /\./);

/** The port that a connection to this address goes to. */
export const portOf = (url: URL) => (url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port));

/** Ports below 1024 belong to other services, such as mail, DNS and SSH, which a signed call must not reach. */
const mayCall = (port: number) => port === 443 || port >= 1024;

export const isLiteral = (host: string) => parse(host) !== undefined;

export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== "unicast" || isMetadata(parsed)) return false;
  // ipaddr.js calls everything without a name unicast, `::/96` (which wraps IPv4) among it; only 2000::/3 is ever handed out.
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Whether a connection may go to this resolved address. */
export const mayConnect = (address: string, { exempt }: { exempt: boolean }) =>
  isPublicAddress(address) || (exempt && isLiteral(address) && isExemptible(address));

function isPublicHost(host: string): boolean {
  if (isLiteral(host)) return isPublicAddress(host);
  return host.includes(".") && !metadataNames.has(host) && !privateEndings.some((ending) => host.endsWith(`.${ending}`) || host === ending);
}

function isExemptible(host: string): boolean {
  const parsed = parse(host);
  return parsed === undefined ? host !== "" && !metadataNames.has(host) : exemptibleRanges.has(parsed.range()) && !isMetadata(parsed);
}

const isMetadata = (address: ipaddr.IPv4 | ipaddr.IPv6) => metadataAddresses.has(address.toNormalizedString());

/** Only the usual spellings are accepted: `010.0.0.1` means different addresses to different parsers. */
function parse(address: string) {
  const usual = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return usual ? ipaddr.process(address) : undefined;
}

const rejected = (reason: string): UrlCheck => ({ ok: false, reason });
