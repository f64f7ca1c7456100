import { test } from "@playwright/test";
import fc from "fast-check";
import { isPublicAddress, mayConnect, validateUrl } from "@/lib/platform/outbound/address";
import { expect } from "../../support/expect";

/** Non-public hosts, in every spelling that a URL accepts. */
const rejectedHosts = {
  loopback: [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "127.8.8.8",
  ],
  "loopback, full-width digits and dots": ["１２７．０．０．１", "127。0。0。1"],
  "loopback in IPv6": ["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]"],
  "mapped into IPv6": ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]"],
  "compatible with IPv4 (::/96)": ["[::127.0.0.1]", "[::7f00:1]", "[::8.8.8.8]"],
  "translated (SIIT)": ["[::ffff:0:127.0.0.1]"],
  NAT64: ["[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b::808:808]", "[64:ff9b:1::a00:1]"],
  "6to4": ["[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:c0a8:101::]"],
  Teredo: ["[2001:0:4136:e378:8000:63bf:3fff:fdd2]"],
  "this network": ["0.0.0.0", "0", "0x0", "0.1.2.3", "[::]"],
  private: [
    "10.0.0.1",
    "10.1",
    "0xa.0.0.1",
    "012.0.0.1",
    "167772161",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.257",
    "0xc0a80001",
  ],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.254"],
  "link-local": ["169.254.0.1", "[fe80::1]", "[febf::1]"],
  "site-local, deprecated": ["[fec0::1]"],
  "unique local": ["[fc00::1]", "[fd12:3456:789a::1]"],
  metadata: ["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "169.254.170.2", "100.100.100.200"],
  "more metadata": [
    "168.63.129.16",
    "0xa83f8110",
    "192.0.0.192",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:a9fe:a9fe::]",
  ],
  multicast: ["224.0.0.1", "239.255.255.250", "[ff02::1]"],
  broadcast: ["255.255.255.255", "4294967295", "0xffffffff"],
  reserved: ["192.0.0.1", "192.88.99.1", "198.18.0.1", "198.19.255.255", "240.0.0.1", "[100::1]", "[100:0:0:1::1]", "[5f00::1]"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff::1]"],
  unassigned: ["[200::1]", "[4000::1]", "[8000::1]", "[e000::1]", "[2001:2::1]", "[2001:10::1]", "[2001:20::1]"],
  "this machine by name": ["localhost", "LOCALHOST", "localhost.", "api.localhost", "a.b.localhost.", "ⓛocalhost", "%6cocalhost"],
  "names of private networks": ["printer.local", "db.internal", "db.internal.", "router.lan", "nas.home.arpa", "crm.corp", "wiki.intranet"],
  "single labels": ["intranet", "redis", "redis.", "com"],
  "metadata names": ["metadata.google.internal", "metadata.google.internal.", "metadata.goog", "metadata", "metadata.tencentyun.com"],
};

const publicHosts = [
  "api.acme.example",
  "acme.io",
  "xn--bcher-kva.example",
  "a.b.c.acme.co.uk",
  "localhost.acme.io",
  "internal.acme.io",
  "api.acme.example.",
];
const publicAddresses = [
  ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0"],
  [
    "192.167.255.255",
    "192.169.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "2001:4860:4860::8888",
    "::ffff:8.8.8.8",
  ],
].flat();

const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);

for (const [kind, hosts] of Object.entries(rejectedHosts)) {
  for (const host of hosts) {
    test(`rejects ${host} (${kind})`, () => {
      expect(validateUrl(`https://${host}/actions`, [])).toEqual({
        ok: false,
        reason: expect.stringMatching(/is not public\. Use an address/),
      });
      expect(validateUrl(`https://${host}:8443/`, []).ok).toBe(false);
    });
  }
}

test("rejects a non-public literal also when a name resolves to it", () => {
  for (const host of Object.values(rejectedHosts).flat()) {
    const address = new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, "");
    expect(isPublicAddress(address), host).toBe(false);
    expect(mayConnect(address, { exempt: false }), host).toBe(false);
  }
});

for (const host of [...publicHosts, ...publicAddresses.map(bracketed)]) {
  test(`accepts ${host}`, () => {
    expect(validateUrl(`https://${host}/actions?x=1`, [])).toMatchObject({ ok: true, exempt: false });
  });
}

test("isPublicAddress accepts public addresses", () => {
  for (const address of publicAddresses) expect(isPublicAddress(address), address).toBe(true);
});

for (const text of ["", "nonsense", "127.1", "010.0.0.1", "8.8.8.8 ", "8.8.8", "[::1]", "::ffff:", "1.2.3.4.5", "256.1.1.1"]) {
  test(`isPublicAddress rejects ${JSON.stringify(text)}, which is not an address`, () => expect(isPublicAddress(text)).toBe(false));
}

const wrong: [text: string, reason: RegExp][] = [
  ["", /must be a complete one/],
  ["acme.io/actions", /must be a complete one/],
  ["https://", /must be a complete one/],
  ["https://999.1.1.1/", /must be a complete one/],
  ["https://[fe80::1%25eth0]/", /must be a complete one/],
  ["https://./", /is not public/],
  ["http://acme.io/", /must begin with https/],
  ["HTTP://acme.io/", /must begin with https/],
  ["ftp://acme.io/", /must begin with https/],
  ["file:///etc/passwd", /must begin with https/],
  ["javascript:alert(1)", /must begin with https/],
  ["data:text/plain,hello", /must begin with https/],
  ["blob:https://acme.io/1", /must begin with https/],
  ["wss://acme.io/", /must begin with https/],
  ["https://ada@acme.io/", /user name or password/],
  ["https://:secret@acme.io/", /user name or password/],
  ["https://acme.io@127.0.0.1/", /user name or password/],
  ["https://acme.io/#part", /# part/],
  ["https://acme.io/#", /# part/],
  ["https://acme.io/\nhost: evil", /spaces or line breaks/],
  ["https://local\thost/", /spaces or line breaks/],
  [" https://acme.io/", /spaces or line breaks/],
  [`https://acme.io/${"a".repeat(2033)}`, /at most 2048/],
  [`https://acme.io/${"é".repeat(400)}`, /once it is encoded/],
];

for (const [text, reason] of wrong) {
  test(`rejects ${JSON.stringify(text.slice(0, 40))} with a message that says what to fix`, () => {
    expect(validateUrl(text, [])).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
}

test("allows only port 443 and ports from 1024, unless the origin is in the allow list", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), (port) => {
      const url = `https://acme.io:${port}/`;
      const isAllowed = port === 443 || port >= 1024;
      expect(validateUrl(url, []).ok, url).toBe(isAllowed);
      expect(validateUrl(url, [new URL(url).origin]).ok, url).toBe(true);
    }),
  );
  for (const port of [0, 22, 25, 80, 442, 444, 1023]) {
    const reason = `The address must not have the port ${port}. Leave it out for 443, or use one from 1024 to 65535.`;
    expect(validateUrl(`https://acme.io:${port}/`, [])).toEqual({ ok: false, reason });
  }
  for (const port of ["", ":443", ":1024", ":8443", ":65535"]) expect(validateUrl(`https://acme.io${port}/`, []).ok, port).toBe(true);
});

test("accepts an address of 2048 characters", () => {
  expect(validateUrl(`https://acme.io/${"a".repeat(2032)}`, []).ok).toBe(true);
});

test("an allowed origin may be private and use http, and no other origin may", () => {
  const allow = ["http://127.0.0.1:4010", "https://receiver.internal", "http://[::1]:4010"];
  for (const text of ["http://127.0.0.1:4010/actions", "http://2130706433:4010/", "https://receiver.internal/x", "http://[::1]:4010/"]) {
    expect(validateUrl(text, allow), text).toMatchObject({ ok: true, exempt: true });
  }
  for (const text of [
    "http://127.0.0.1:4011/",
    "https://127.0.0.1:4010/",
    "http://localhost:4010/",
    "http://receiver.internal/",
    "http://acme.io/",
  ]) {
    expect(validateUrl(text, allow).ok, text).toBe(false);
  }
  for (const text of ["http://ada:pw@127.0.0.1:4010/", "http://127.0.0.1:4010/#x"]) expect(validateUrl(text, allow).ok, text).toBe(false);
});

test("metadata hosts and wrapped addresses are never exempt", () => {
  const hosts = [
    rejectedHosts.metadata,
    rejectedHosts["more metadata"],
    rejectedHosts["metadata names"],
    rejectedHosts["link-local"],
    rejectedHosts.NAT64,
  ].flat();
  for (const host of hosts) {
    const { origin, hostname } = new URL(`http://${host}/`);
    expect(validateUrl(`${origin}/`, [origin]).ok, host).toBe(false);
    if (/^[\d.]+$|^\[/.test(hostname)) expect(mayConnect(hostname.replace(/^\[|\]$/g, ""), { exempt: true }), host).toBe(false);
  }
});

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);
const privateIpv4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);

type Octets = [number, number, number, number];
const whole = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const pair = (high: number, low: number) => (high * 256 + low).toString(16);
const spellings = fc.constantFrom(
  (octets: Octets) => octets.join("."),
  (octets: Octets) => String(whole(octets)),
  (octets: Octets) => `0x${whole(octets).toString(16)}`,
  (octets: Octets) => `0${whole(octets).toString(8)}`,
  (octets: Octets) => octets.map((octet) => `0x${octet.toString(16)}`).join("."),
  (octets: Octets) => octets.map((octet) => `0${octet.toString(8)}`).join("."),
  ([a, b, c, d]: Octets) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]: Octets) => `${a}.${b}.${c * 256 + d}`,
  (octets: Octets) => `[::ffff:${octets.join(".")}]`,
  ([a, b, c, d]: Octets) => `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
);
const wrappings = fc.constantFrom(
  (octets: Octets) => `[::${octets.join(".")}]`,
  (octets: Octets) => `[::ffff:0:${octets.join(".")}]`,
  (octets: Octets) => `[64:ff9b::${octets.join(".")}]`,
  ([a, b, c, d]: Octets) => `[2002:${pair(a, b)}:${pair(c, d)}::]`,
);

test("rejects a private address in every spelling", () => {
  fc.assert(fc.property(privateIpv4, fc.oneof(spellings, wrappings), (octets, write) => !validateUrl(`https://${write(octets)}/`, []).ok));
});

test("the verdict on an address does not depend on its spelling", () => {
  fc.assert(
    fc.property(ipv4, spellings, (octets, write) => validateUrl(`https://${write(octets)}/`, []).ok === isPublicAddress(octets.join("."))),
  );
});

test("rejects every address that wraps another, even a public one", () => {
  fc.assert(fc.property(ipv4, wrappings, (octets, write) => !validateUrl(`https://${write(octets)}/`, []).ok));
});

test("judgeUrl never throws, and accepts only https with a full host name and without credentials or fragment", () => {
  const typed = fc.oneof(
    fc.string(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.domain().map((name) => `https://${name}/`),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const verdict = validateUrl(text, []);
      if (!verdict.ok) return verdict.reason.endsWith(".");
      const { protocol, username, password, hash, hostname } = verdict.url;
      return protocol === "https:" && username + password + hash === "" && (hostname.includes(".") || hostname.includes(":"));
    }),
  );
});

test("rejects an address without a host even when its origin is allowed", () => {
  for (const scheme of ["http", "https"])
    expect(validateUrl(`${scheme}://./actions`, [`${scheme}://.`])).toEqual({
      ok: false,
      reason: expect.stringMatching(/^The host is not public/),
    });
});
