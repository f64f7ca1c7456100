import { trimEndOf } from "@/lib/kernel/text";
import { trimmed, unseen } from "@/lib/kernel/visible";

const maxLength = 120;
const maxExtension = 12;

/** The extensions of a known type, the usual one first. */
const extensionsOf = new Map<string, readonly string[]>([
  ["image/png", ["png"]],
  ["image/jpeg", ["jpg", "jpeg", "jpe", "jfif"]],
  ["image/gif", ["gif"]],
  ["image/webp", ["webp"]],
  ["application/pdf", ["pdf"]],
  ["audio/ogg", ["ogg", "oga", "opus"]],
  ["audio/amr", ["amr"]],
  ["video/3gpp", ["3gp", "3gpp"]],
  ["audio/mp4", ["m4a", "m4b", "mp4"]],
  ["video/mp4", ["mp4", "m4v", "mov", "m4a"]],
  ["video/webm", ["webm", "weba", "mkv"]],
  ["audio/aac", ["aac"]],
  ["audio/mpeg", ["mp3", "mpga"]],
]);

/**
 * The extensions that a file of an unknown type may keep: what people send and open to read. Everything else, also what is not
 * thought of here, might be run when it is opened.
 */
const harmless = new Set([
  ...[...extensionsOf.values()].flat(),
  ..."doc docx dot dotx odt ott rtf pages xls xlsx ods numbers csv tsv ppt pptx odp key txt text md log json eml msg ics vcf".split(" "),
  ..."heic heif avif bmp tif tiff psd ai eps dwg dxf step stl wav flac wma mid avi wmv mpg mpeg flv zip gz tgz tar 7z rar epub gpx kml".split(
    " ",
  ),
]);
const unknownExtension = "bin";

const invisible = new RegExp(`(?! )[\\0${unseen}]`, "gu");
/** Not allowed in names on one system or another. */
const forbidden = /[<>:"|?*]/g;

/**
 * A name for people and for saving: without a folder, control and invisible characters (which can hide the end of a name), at
 * most 120 characters, with the extension of its type; one of an unknown type keeps its own only where that is harmless: whatever
 * follows a dot may be an extension, also what none of ours looks like (".appref-ms"). So what is saved is opened as what it was judged
 * to be.
 */
export function fileName(sent: string, type: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const clean = trimEndOf(trimmed(last.replace(invisible, "").replace(forbidden, "_")).replace(/^\.+/, ""), /[. ]/);
  const known = extensionsOf.get(type);
  const own = extensionOf(clean);
  const isFitting = known ? known.includes(own.toLowerCase()) : !clean.includes(".") || harmless.has(own.toLowerCase());
  const extension = isFitting ? own : (known?.[0] ?? unknownExtension);
  const base = isFitting && own !== "" ? clean.slice(0, -own.length - 1) : clean;
  const end = extension === "" ? "" : `.${extension}`;
  return `${shortened(base, maxLength - end.length) || "file"}${end}`;
}

function extensionOf(name: string): string {
  const at = name.lastIndexOf(".");
  const extension = name.slice(at + 1);
  return at > 0 && extension.length <= maxExtension && /^[a-z0-9]+$/i.test(extension) ? extension : "";
}

const shortened = (text: string, max: number): string => [...text].slice(0, max).join("").trimEnd();
