/** How the letters of a file may be stored, each with what it writes: the first of a group are the usual ones. */
export const encodings = {
  "utf-8": "all",
  "utf-16le": "all",
  "utf-16be": "all",
  "windows-1252": "western",
  macintosh: "western",
  cp850: "western",
  cp437: "western",
  "iso-8859-15": "western",
  "windows-1250": "central",
  "iso-8859-2": "central",
  cp852: "central",
  "windows-1251": "cyrillic",
  "koi8-r": "cyrillic",
  cp866: "cyrillic",
  "iso-8859-5": "cyrillic",
  "windows-1253": "greek",
  "iso-8859-7": "greek",
  "windows-1254": "turkish",
  "windows-1255": "hebrew",
  "windows-1256": "arabic",
  "windows-1257": "baltic",
  "windows-1258": "vietnamese",
  shift_jis: "japanese",
  "euc-jp": "japanese",
  gb18030: "simplified",
  big5: "traditional",
  "euc-kr": "korean",
} as const;

export type Encoding = keyof typeof encodings;
export type EncodingGroup = (typeof encodings)[Encoding];
export const encodingNames = Object.keys(encodings) as [Encoding, ...Encoding[]];
