const base64 = (text: string): Buffer => Buffer.from(text, "base64");
const ascii = (text: string): Buffer => Buffer.from(text, "latin1");

/** Complete files of one pixel or one page. */
export const png = base64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
export const gif = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
export const webp = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
export const jpeg = base64(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
);
export const pdf = ascii(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

const script = "<script>document.title='ran';parent.postMessage('ran','*')</script>";
export const html = ascii(`<!doctype html><title>Invoice</title><body>${script}</body>`);
export const svg = ascii(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${script}</svg>`);

/** A valid file of its kind, and a page for whoever ignores what it says it is. */
export const withPage = (file: Buffer): Buffer => Buffer.concat([file, html]);

/** A file of a kind with this many bytes. */
export const padded = (file: Buffer, bytes: number): Buffer => Buffer.concat([file, Buffer.alloc(bytes - file.byteLength)]);

export const oggVoice = Buffer.concat([ascii("OggS\0\x02"), Buffer.alloc(60)]);
export const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), ascii("ftypmp42"), Buffer.alloc(60)]);
/** An office document is a zip archive. */
export const docx = Buffer.concat([ascii("PK\x03\x04"), Buffer.alloc(60)]);
