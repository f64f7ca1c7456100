import type { Locale } from "@/lib/kernel/locale";
import { formatNumber } from "@/lib/kernel/numbers";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The size of a file: "812 KB", "2.4 MB". */
export function sizeOf(bytes: number, locale: Locale): string {
  if (bytes < mebibyte - kibibyte / 2) return `${Math.max(1, Math.round(bytes / kibibyte))} KB`;
  const tenths = Math.round((bytes / mebibyte) * 10);
  return `${formatNumber(tenths / 10, locale, tenths % 10 === 0 ? 0 : 1)} MB`;
}
