const [newline, quote] = [0x0a, 0x22];

/** In UTF-16 these bytes are parts of other characters, too. */
const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/**
 * Whether a file has more lines than these, besides the first: known within a second, before it is uploaded for minutes. The server counts
 * again. Line breaks between quotation marks are part of a value; a mark that never ends makes the count too low, never too high.
 */
export async function hasMoreLines(file: Blob, max: number): Promise<boolean> {
  // The shortest line has a character and its end.
  if (file.size <= 2 * max) return false;
  const reader = file.stream().getReader();
  let lines = 0;
  let isQuoted = false;
  let isFirst = true;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    if (isFirst && isUtf16(value)) return false;
    isFirst = false;
    for (const byte of value) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === newline && !isQuoted) lines += 1;
    }
    if (lines <= max + 1) continue;
    await reader.cancel();
    return true;
  }
}
