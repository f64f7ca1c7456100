import { type KeyObject, sign } from "node:crypto";

type Certified = { subject: string; issuer: string; of: KeyObject; by: KeyObject; until: string };

/** A certificate with the few X.509 fields that a handshake checks; Node can read certificates but not write them. */
export function certificate({ subject, issuer, of, by, until }: Certified): string {
  const algorithm = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
  const name = (text: string) => der(0x30, der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(text)))));
  const time = (text: string) => der(0x18, Buffer.from(text));
  const isAuthority = der(0x30, subject === "Authority" ? der(0x01, Buffer.from([0xff])) : Buffer.alloc(0));
  const extensions = [
    der(0x30, Buffer.from("0603551d11", "hex"), der(0x04, der(0x30, der(0x82, Buffer.from(subject))))),
    der(0x30, Buffer.from("0603551d13", "hex"), der(0x04, isAuthority)),
  ];
  const unsigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name(issuer),
    der(0x30, time("20190101000000Z"), time(until)),
    name(subject),
    of.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signed = der(0x30, unsigned, algorithm, der(0x03, Buffer.from([0]), sign("sha256", unsigned, by)));
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
