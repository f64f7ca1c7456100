/** What agents and visitors may send, and what a page shows as an image. SVG is none of them: it can hold a script. */
const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const uploadTypes = [...imageTypes, "application/pdf"] as const;

/** The type of what is none of the known ones. Browsers only save it. */
export const unknownType = "application/octet-stream";

export const isImage = (type: string): boolean => imageTypes.some((one) => one === type);
export const isUploadType = (type: string): boolean => uploadTypes.some((one) => one === type);

type Bytes = Uint8Array;

const text = (bytes: Bytes, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const view = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const startsWith = (bytes: Bytes, ...start: number[]): boolean =>
  bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);

/** The signature, and a first chunk with a size in pixels. */
function isPng(bytes: Bytes): boolean {
  if (!startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) || bytes.length < 33) return false;
  const numbers = view(bytes);
  return numbers.getUint32(8) === 13 && text(bytes, 12, 16) === "IHDR" && numbers.getUint32(16) > 0 && numbers.getUint32(20) > 0;
}

const tables = new Set([0xc4, 0xc8, 0xcc]);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !tables.has(marker);

/** Segments one after the other up to the one that describes the frame. */
function isJpeg(bytes: Bytes): boolean {
  if (!startsWith(bytes, 0xff, 0xd8, 0xff)) return false;
  const numbers = view(bytes);
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return false;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return true;
    // The image's data, or no segment with a length: without a frame before it this is no image.
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return false;
    else at += 2 + Math.max(2, numbers.getUint16(at + 2));
  }
  return false;
}

function isGif(bytes: Bytes): boolean {
  return bytes.length >= 14 && ["GIF87a", "GIF89a"].includes(text(bytes, 0, 6));
}

function isWebp(bytes: Bytes): boolean {
  if (bytes.length < 26 || text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 12) !== "WEBP") return false;
  return ["VP8 ", "VP8L", "VP8X"].includes(text(bytes, 12, 16)) && view(bytes).getUint32(4, true) + 8 <= bytes.length;
}

/** Only at the start: a reader that also looks further on would take a page with a PDF inside for one. */
const isPdf = (bytes: Bytes): boolean => /^%PDF-[12]\.\d/.test(text(bytes, 0, 8));

/** The layer of MPEG audio is 1 to 3, the bit rate and the sampling rate are not the reserved ones. */
function isMpegAudio(bytes: Bytes): boolean {
  const [sync = 0, version = 0, rates = 0] = bytes;
  const isFrameHeader = sync === 0xff && version >= 0xe0 && (version & 0x06) !== 0 && rates >> 4 !== 0xf && (rates & 0x0c) !== 0x0c;
  return text(bytes, 0, 3) === "ID3" || (bytes.length >= 4 && isFrameHeader);
}

const isAac = (bytes: Bytes): boolean => bytes.length >= 7 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0;

const isMp4 = (bytes: Bytes): boolean => bytes.length >= 12 && text(bytes, 4, 8) === "ftyp";
const brandOf = (bytes: Bytes): string => text(bytes, 8, 12);

const rules: [type: string, isIt: (bytes: Bytes) => boolean][] = [
  ["image/png", isPng],
  ["image/jpeg", isJpeg],
  ["image/gif", isGif],
  ["image/webp", isWebp],
  ["application/pdf", isPdf],
  ["audio/ogg", (bytes) => text(bytes, 0, 4) === "OggS"],
  ["audio/amr", (bytes) => text(bytes, 0, 5) === "#!AMR"],
  ["video/3gpp", (bytes) => isMp4(bytes) && brandOf(bytes).startsWith("3g")],
  ["audio/mp4", (bytes) => isMp4(bytes) && ["M4A ", "M4B "].includes(brandOf(bytes))],
  ["video/mp4", isMp4],
  ["video/webm", (bytes) => startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3)],
  ["audio/aac", isAac],
  ["audio/mpeg", isMpegAudio],
];

/** The type of a file by its content; neither its name nor what the sender calls it counts. */
export const typeOf = (bytes: Bytes): string => rules.find(([, isIt]) => isIt(bytes))?.[0] ?? unknownType;
