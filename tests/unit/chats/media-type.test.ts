import { test } from "@playwright/test";
import fc from "fast-check";
import { isUploadType, typeOf, unknownType } from "@/lib/chats/attachments/shared/media-type";
import { expect } from "../../support/expect";
import { docx, gif, html, jpeg, mp4, oggVoice, pdf, png, svg, webp, withPage } from "../../support/files";
import { runs } from "../../support/runs";

const ascii = (text: string) => Buffer.from(text, "latin1");

const known: [name: string, bytes: Buffer, type: string][] = [
  ["a PNG image", png, "image/png"],
  ["a JPEG image", jpeg, "image/jpeg"],
  ["a GIF image", gif, "image/gif"],
  ["a WebP image", webp, "image/webp"],
  ["a PDF file", pdf, "application/pdf"],
  ["a recording in Ogg", oggVoice, "audio/ogg"],
  ["a recording of a phone", ascii("#!AMR\nxxxxxxxx"), "audio/amr"],
  ["MP3 with tags", ascii("ID3\x04xxxxxxxx"), "audio/mpeg"],
  ["MP3 without tags", Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0]), "audio/mpeg"],
  ["AAC", Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc, 0]), "audio/aac"],
  ["a video", mp4, "video/mp4"],
  ["a video of an old phone", Buffer.concat([Buffer.from([0, 0, 0, 24]), ascii("ftyp3gp4xxxx")]), "video/3gpp"],
  ["sound in MP4", Buffer.concat([Buffer.from([0, 0, 0, 24]), ascii("ftypM4A xxxx")]), "audio/mp4"],
  ["WebM", Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0]), "video/webm"],
];

for (const [name, bytes, type] of known) {
  test(`judges ${name} as ${type}`, () => {
    expect(typeOf(bytes)).toBe(type);
    // In the middle of a larger memory, as what arrives over the network is.
    const around = Buffer.concat([Buffer.alloc(7), bytes, Buffer.alloc(9)]);
    expect(typeOf(around.subarray(7, 7 + bytes.length))).toBe(type);
  });
}

const refused: [name: string, bytes: Buffer][] = [
  ["nothing", Buffer.alloc(0)],
  ["a page", html],
  ["a page that begins with a comment", ascii("<!-- x --><html>")],
  ["SVG", svg],
  ["SVG behind an XML declaration", Buffer.concat([ascii('<?xml version="1.0"?>'), svg])],
  ["a page in UTF-16", Buffer.from(`\ufeff${html.toString()}`, "utf16le")],
  ["a script", ascii("alert(1)")],
  ["an office document", docx],
  ["a program", ascii("MZ\x90\0")],
  ["a PNG signature with a page behind it", Buffer.concat([png.subarray(0, 8), html])],
  ["a PNG image of no size", Buffer.concat([png.subarray(0, 16), Buffer.alloc(4), png.subarray(20)])],
  ["the start of JPEG with a page behind it", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html])],
  ["JPEG data without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0])],
  ["the start of GIF alone", ascii("GIF89a")],
  ["a RIFF file that is no image", ascii("RIFF\x24\0\0\0WAVEfmt xxxxxxxxxxxxxxxx")],
  ["WebP that says it is longer than it is", webp.subarray(0, webp.length - 4)],
  ["a PDF file behind a page", Buffer.concat([html, pdf])],
  ["a PDF file behind white space", Buffer.concat([ascii("\n"), pdf])],
  ["a PDF file of an unknown version", ascii("%PDF-<script>")],
];

for (const [name, bytes] of refused) {
  test(`takes ${name} for nothing that may be uploaded`, () => {
    expect(isUploadType(typeOf(bytes))).toBe(false);
  });
}

test("an image or PDF file with a page at its end stays what its start says, and is never HTML", () => {
  for (const [file, type] of [
    [png, "image/png"],
    [jpeg, "image/jpeg"],
    [gif, "image/gif"],
    [webp, "image/webp"],
    [pdf, "application/pdf"],
  ] as const)
    expect(typeOf(withPage(file))).toBe(type);
});

test("cut off before its size or frame, an image is none", () => {
  for (const [file, minLength] of [
    [png, 33],
    [gif, 14],
    [webp, webp.length],
    [pdf, 8],
  ] as const)
    for (let length = 0; length < minLength; length += 1) expect(isUploadType(typeOf(file.subarray(0, length))), `${length}`).toBe(false);
  for (let length = 0; length < 80; length += 1) expect(typeOf(jpeg.subarray(0, length))).toBe(unknownType);
});

test("judges any bytes, in time that does not grow with what they claim", () => {
  const starts = [png, jpeg, gif, webp, pdf, mp4, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(0)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), fc.nat(40), (start, noise, cut) => {
      const type = typeOf(Buffer.concat([start.subarray(0, cut), noise]));
      expect(type).toMatch(/^(image|audio|video|application)\/[\w-]+$/);
    }),
    { numRuns: runs(3_000) },
  );
  const zeroLengths = Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: 50_000 }, () => Buffer.from([0xff, 0xe0, 0, 0]))]);
  expect(typeOf(zeroLengths)).toBe(unknownType);
});
