import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { analyse } from "chardet";
import iconv from "iconv-lite";
import type { Encoding } from "./shared/encodings";

/** Letters beside a to z by language, those behind the space seldom: what a file has should be the letters of one. */
const alphabets = {
  western: [
    ...[
      "äöüß ",
      "éèàçêëïîôâ ùûüœæÿ",
      "áéíóñ úü",
      "ãçáéó êâíõôàúü",
      "æøå éü",
      "åäö éü",
      "àèéìòù ",
      "éëïö üèáó",
      "áéíóúýþæöð ",
      "àçèéíïòóú ü",
    ],
  ],
  central: ["łąęóśćż ńź", "áéíýčřšžěů ďňťúó", "áéíýčšžúľô äďĺňóŕť", "áéöóőüí úű", "ăâîșțşţ ", "čćšž đ", "äöüß "],
  turkish: ["çğıöşüâîû "],
  baltic: ["ąčęėįšųūž ", "āčēģīķļņšūž ", "äöüõ šž"],
} as const;
/** Marks of texts, which all languages use. */
const marks = "€£“”‘’„‚«»–—…®™©°§½²³ªº¿¡";
/** The letters that most of the text of other scripts consists of. */
const frequent = {
  cyrillic: "оеаинтсрвлкмдпуяь",
  greek: "αοιετσνηυρπκλμςάίόέ",
  hebrew: "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
  arabic: "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآ",
} as const;

type Candidate = { encoding: Encoding; family: Family; handicap: number };
type Family = keyof typeof alphabets | keyof typeof frequent | "japanese" | "simplified" | "traditional" | "korean";

/** Encodings that differ enough, the usual ones first: where two read a file alike, the one with less of a handicap is meant. */
const candidates: readonly Candidate[] = [
  { encoding: "windows-1252", family: "western", handicap: 0 },
  { encoding: "windows-1250", family: "central", handicap: 0.005 },
  { encoding: "windows-1251", family: "cyrillic", handicap: 0 },
  { encoding: "windows-1253", family: "greek", handicap: 0 },
  { encoding: "windows-1254", family: "turkish", handicap: 0.01 },
  { encoding: "macintosh", family: "western", handicap: 0.02 },
  { encoding: "cp850", family: "western", handicap: 0.02 },
  { encoding: "cp852", family: "central", handicap: 0.03 },
  { encoding: "windows-1257", family: "baltic", handicap: 0.015 },
  { encoding: "iso-8859-2", family: "central", handicap: 0.03 },
  { encoding: "koi8-r", family: "cyrillic", handicap: 0.02 },
  { encoding: "cp866", family: "cyrillic", handicap: 0.02 },
  { encoding: "iso-8859-5", family: "cyrillic", handicap: 0.02 },
  { encoding: "windows-1255", family: "hebrew", handicap: 0.05 },
  { encoding: "windows-1256", family: "arabic", handicap: 0.05 },
  { encoding: "shift_jis", family: "japanese", handicap: 0 },
  { encoding: "euc-jp", family: "japanese", handicap: 0.02 },
  { encoding: "gb18030", family: "simplified", handicap: 0 },
  { encoding: "big5", family: "traditional", handicap: 0.02 },
  { encoding: "euc-kr", family: "korean", handicap: 0 },
];

const [weightOfFit, weightOfChardet] = [0.3, 0.05];
/** A mixture of languages of one family is likelier than a language that fits by chance, but no likelier than one that fits wholly. */
const mixture = { western: 0.9, central: 0.75, turkish: 0, baltic: 0 } as const;
/** From this share on words that are none are more than a slip. */
const slips = 0.02;

/**
 * The encoding in which a file without a mark is likeliest written, by its words that are not plain ASCII, and whether it has words that no language
 * has. `chardet` knows how languages use their letters; it does not know Macintosh and DOS, and of a column of names it says little for sure: so each
 * is tried, and must make words.
 */
export async function guessedEncoding(all: readonly Buffer[]): Promise<{ encoding: Encoding; isDoubtful: boolean }> {
  if (all.length === 0) return { encoding: "windows-1252", isDoubtful: false };
  // A file that is no UTF-8 may have parts that are: they say nothing of the rest.
  const others = all.filter((word) => !isUtf8(word));
  const words = others.length > 0 ? others : all;
  const confidences = confidencesOf(words);
  let best = { encoding: "windows-1252" as Encoding, score: Number.NEGATIVE_INFINITY };
  for (const { encoding, family, handicap } of candidates) {
    await setImmediate();
    const good = wordsIn(words, encoding);
    const before = good.length / words.length + weightOfChardet * (confidences.get(encoding) ?? 0) - handicap;
    // Most fall here, before their letters are looked at one by one.
    if (before + weightOfFit <= best.score) continue;
    const score = before + weightOfFit * fitOf(good, family);
    if (score > best.score) best = { encoding, score };
  }
  return { encoding: best.encoding, isDoubtful: 1 - wordsIn(all, best.encoding).length / all.length > slips };
}

/** What could be words if they are in this encoding. */
const wordsIn = (words: readonly Buffer[], encoding: Encoding): string[] =>
  words.map((word) => iconv.decode(word, encoding, { stripBOM: false })).filter(isWord);

const named: Readonly<Record<string, Encoding>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-6": "windows-1256",
  "ISO-8859-9": "windows-1254",
};

/** How sure `chardet` is, from 0 to 1. Words are put together: among plain ones it sees few of a language's. */
function confidencesOf(words: readonly Buffer[]): Map<string, number> {
  const lines = words.flatMap((word) => [word, Buffer.from("\n")]);
  const found = new Map<string, number>();
  for (const { name, confidence } of analyse(Buffer.concat(lines))) {
    for (const encoding of [named[name], name.toLowerCase()])
      if (encoding) found.set(encoding, Math.max(found.get(encoding) ?? 0, confidence / 100));
  }
  return found;
}

/** How well the letters of words fit together, from 0 to 1. Names begin with capitals. */
function fitOf(words: readonly string[], family: Family): number {
  const small = words.filter((word) => /^(?![a-z])\p{Ll}/u.test(word)).length / Math.max(1, words.length);
  return (1 - small / 2) * fits(words.join(" "), family);
}

function fits(text: string, family: Family): number {
  const letters = [...text.toLowerCase()].filter((letter) => letter > "\u007f");
  if (letters.length === 0) return 0;
  const share = (of: (letter: string) => boolean | number) => letters.reduce((sum, letter) => sum + Number(of(letter)), 0) / letters.length;
  if (family in frequent) {
    const usual = frequent[family as keyof typeof frequent];
    return share((letter) => usual.includes(letter));
  }
  if (family in alphabets) {
    const of = family as keyof typeof alphabets;
    const one = Math.max(...alphabets[of].map((alphabet) => share((letter) => usual(letter, alphabet))));
    return Math.max(one, mixture[of] * share((letter) => usual(letter, alphabets[of].join(""))));
  }
  return fitsEast(share, family);
}

/** How usual a letter is in a language, from 0 to 1. */
function usual(letter: string, alphabet: string): number {
  if (marks.includes(letter)) return 1;
  const at = alphabet.indexOf(letter);
  if (at < 0) return 0;
  return at < alphabet.indexOf(" ") ? 1 : 0.85;
}

/** Characters that are usual in an Eastern encoding are in its first level, in which they are sorted. */
function fitsEast(share: (of: (letter: string) => boolean | number) => number, family: Family): number {
  const lead = (letter: string, encoding: string) => iconv.encode(letter, encoding)[0] ?? 0;
  if (family === "korean") return share((letter) => /\p{Script=Hangul}/u.test(letter)) ** 2;
  const kana = share((letter) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter));
  if (family === "japanese") return kana > 0.2 ? 1 : share((letter) => /[\u3005\u30fc]/.test(letter) || lead(letter, "shift_jis") <= 0x98);
  const hangul = share((letter) => /\p{Script=Hangul}/u.test(letter));
  if (family === "traditional") return share((letter) => isBetween(lead(letter, "big5"), 0xa4, 0xc6)) - hangul - kana;
  return (
    0.97 * share((letter) => isBetween(lead(letter, "gb18030"), 0xb0, 0xd7) && (iconv.encode(letter, "gb18030")[1] ?? 0) > 0xa0) - kana
  );
}

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value <= to;

const openers = /^[„“”‘’‚«»‹›"'(¿¡[]+/;
// The lookbehind lets a run of them be read once, from its beginning.
const closers = /(?<![“”’‘»«›‹…®™"').:;!?\]、。］）])[“”’‘»«›‹…®™"').:;!?\]、。］）]+$/;
const scripts = [
  /^[\p{Script=Latin}\p{M}]+$/u,
  /^[\p{Script=Cyrillic}\p{M}]+$/u,
  /^[\p{Script=Greek}\p{M}]+$/u,
  /^[\p{Script=Hebrew}\p{M}]+$/u,
  /^[\p{Script=Arabic}\p{M}]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3005\u30fb\u30fc\uff70\uff9e\uff9f]+$/u,
  /^\p{Script=Hangul}+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}]+$/u,
];

/** Whether a text could be a word, or several with signs between, in some language. */
function isWord(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\ufffd\u0000-\u001f\u007f-\u009f\ue000-\uf8ff]/.test(text)) return false;
  const bare = text.replace(openers, "").replace(closers, "");
  // Amounts, degrees and ordinals.
  if (/^[\p{Sc}§№#~±-]?[\d.,%‰°ºª²³½¼¾€£¥\p{Sc}-]*$/u.test(bare)) return true;
  const parts = bare.split(/[-'’–&+/()._@:*#=\d]|(?<=[lL])·(?=[lL])|(?<=\p{L}\.?)[ªº]$/u).filter((part) => part !== "");
  return parts.every((part) => isPart(part));
}

function isPart(part: string): boolean {
  if (/^[\x21-\x7e]*$/.test(part)) return true;
  if (/[ªº]/.test(part) || !scripts.some((script) => script.test(part))) return false;
  // Capitals are at the beginning, or everywhere.
  if (/\p{L}(?![A-Z])\p{Lu}\p{Ll}|\p{Ll}(?![A-Z])\p{Lu}|\p{Lu}{2}(?![a-z])\p{Ll}|(?![a-z])\p{Ll}\p{Lu}{2}/u.test(part)) return false;
  if (/^\p{M}/u.test(part) || /[\u05da\u05dd\u05df\u05e3\u05e5][\u05d0-\u05ea]/.test(part)) return false;
  // Half the width is for those who cannot write Han.
  if (/[\uff61-\uff9f]/.test(part) && /\p{Script=Han}/u.test(part)) return false;
  // Languages that write a to z seldom write other letters in a row, and hardly ever no a to z at all.
  return !/\p{Script=Latin}/u.test(part) || !/[\u0080-\uffff]{5}|^[\u0080-\uffff]{3,}$/.test(part);
}
