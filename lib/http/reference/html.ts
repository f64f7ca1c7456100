const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text within HTML, also within a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Code that can be scrolled by the keyboard. */
export const codeBlock = (code: string, language: string): string =>
  `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${escapeHtml(code)}</code></pre>`;
