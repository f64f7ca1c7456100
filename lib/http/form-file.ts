import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { ArrivingFile } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";

/** What a form may have besides its file: boundaries, headers and other fields, which are not kept. */
export const formBytes = 65_536;
const limits = { files: 2, fields: 50, parts: 60, fieldSize: formBytes, fieldNameSize: 200, headerPairs: 50, headerSize: 8_192 };
/** RFC 2046: a longer boundary is none. */
const maxBoundary = 70;
const encoded = new Set(["base64", "quoted-printable"]);

const refused = (message: string) => new AppError("invalid_request", message);
const notOneFile = "The form must have exactly one file";

export const isForm = (contentType: string | null): contentType is string => /^\s*multipart\//i.test(contentType ?? "");

type Bounds = { maxBytes: number; tooLarge: () => AppError };

/**
 * The one file of a form, as browsers and `curl -F` send it, while the form arrives. What the form has beside it, also what it says of the encoding, is
 * ignored. Its name is known once the first bytes of it are. @throws invalid_request for a form without a file or with several
 */
export function fileOfForm(arriving: AsyncIterable<Uint8Array>, contentType: string, bounds: Bounds): ArrivingFile {
  const file: ArrivingFile = { [Symbol.asyncIterator]: () => partsOf(file, arriving, { form: formOf(contentType), ...bounds }) };
  return file;
}

/** @throws invalid_request */
function formOf(contentType: string): BusboyInstance {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType);
  const length = (boundary?.[1] ?? boundary?.[2] ?? "").length;
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType) || length === 0 || length > maxBoundary)
    throw refused("Send the file as the body, or as a form: multipart/form-data with its boundary, as curl -F file=@customers.csv does.");
  return new Busboy({ headers: { "content-type": contentType.trim() }, limits });
}

async function* partsOf(
  file: ArrivingFile,
  arriving: AsyncIterable<Uint8Array>,
  { form, maxBytes, tooLarge }: Bounds & { form: BusboyInstance },
) {
  let problem: AppError | undefined;
  let [files, bytes] = [0, 0];
  let ready: Uint8Array[] = [];
  form.on("file", (_field, stream, name, transferEncoding) => {
    files += 1;
    if (files > 1) problem ??= refused(`${notOneFile}; it has several.`);
    if (encoded.has(transferEncoding))
      problem ??= refused(`Send the file as it is, without Content-Transfer-Encoding ${transferEncoding}.`);
    file.fileName ??= name;
    stream.on("error", () => undefined);
    stream.on("data", (part: Uint8Array) => {
      bytes += part.byteLength;
      if (bytes > maxBytes) problem ??= tooLarge();
      else ready.push(part);
    });
  });
  form.on("partsLimit", () => {
    problem ??= refused(`${notOneFile}, and few other fields.`);
  });
  const write = writerOf(form, () => {
    problem ??= refused("The form cannot be read: it is cut off, or its boundary is not that of the header. Send it again.");
  });
  for await (const chunk of arriving) {
    await write(chunk);
    if (problem) throw problem;
    yield* ready;
    ready = [];
  }
  await write(undefined);
  if (problem) throw problem;
  if (files === 0) throw refused(`${notOneFile}; it has none. With curl: -F file=@customers.csv`);
  yield* ready;
}

/** Writes a part of a form, or its end, and waits until what was in it is there. A form that cannot be read ends the wait, too. */
function writerOf(form: BusboyInstance, failed: () => void): (chunk: Uint8Array | undefined) => Promise<void> {
  let isBroken = false;
  let release = () => {};
  form.on("error", () => {
    isBroken = true;
    failed();
    release();
  });
  return (chunk) =>
    new Promise((resolve) => {
      release = resolve;
      if (isBroken) return resolve();
      if (chunk === undefined) {
        form.once("finish", resolve);
        form.end();
      } else form.write(chunk, () => resolve());
    });
}
