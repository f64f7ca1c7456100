/**
 * How the letters of a file may be stored: the name by which people know it, and what is written with it, null for every language. The first of a
 * language is the usual one.
 */
export const encodings = {
  "utf-8": { label: "UTF-8", writes: null },
  "utf-16le": { label: "UTF-16 LE", writes: null },
  "utf-16be": { label: "UTF-16 BE", writes: null },
  "windows-1252": { label: "Windows-1252", writes: "western" },
  macintosh: { label: "Mac Roman", writes: "western" },
  cp850: { label: "DOS CP850", writes: "western" },
  cp437: { label: "DOS CP437", writes: "western" },
  "iso-8859-15": { label: "ISO 8859-15", writes: "western" },
  "windows-1250": { label: "Windows-1250", writes: "central" },
  "iso-8859-2": { label: "ISO 8859-2", writes: "central" },
  cp852: { label: "DOS CP852", writes: "central" },
  "windows-1251": { label: "Windows-1251", writes: "cyrillic" },
  "koi8-r": { label: "KOI8-R", writes: "cyrillic" },
  cp866: { label: "DOS CP866", writes: "cyrillic" },
  "iso-8859-5": { label: "ISO 8859-5", writes: "cyrillic" },
  "windows-1253": { label: "Windows-1253", writes: "greek" },
  "iso-8859-7": { label: "ISO 8859-7", writes: "greek" },
  "windows-1254": { label: "Windows-1254", writes: "turkish" },
  "windows-1255": { label: "Windows-1255", writes: "hebrew" },
  "windows-1256": { label: "Windows-1256", writes: "arabic" },
  "windows-1257": { label: "Windows-1257", writes: "baltic" },
  "windows-1258": { label: "Windows-1258", writes: "vietnamese" },
  shift_jis: { label: "Shift JIS", writes: "japanese" },
  "euc-jp": { label: "EUC-JP", writes: "japanese" },
  gb18030: { label: "GB 18030", writes: "simplified" },
  big5: { label: "Big5", writes: "traditional" },
  "euc-kr": { label: "EUC-KR", writes: "korean" },
} as const;

export type Encoding = keyof typeof encodings;
export type Written = NonNullable<(typeof encodings)[Encoding]["writes"]>;
export const encodingNames = Object.keys(encodings) as [Encoding, ...Encoding[]];
