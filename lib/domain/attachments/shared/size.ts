const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The size of a file: "812 KB", "2.4 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < mebibyte - kibibyte / 2) return `${Math.max(1, Math.round(bytes / kibibyte))} KB`;
  return `${(bytes / mebibyte).toFixed(1).replace(".0", "")} MB`;
}
