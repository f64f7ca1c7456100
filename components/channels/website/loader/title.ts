let prefix = "";

/** "(2) Shop" while there are unread messages. A title that the page sets in between is kept. */
export function showInTitle(unread: number): void {
  const title = document.title;
  const own = prefix && title.startsWith(prefix) ? title.slice(prefix.length) : title;
  prefix = unread > 0 ? `(${unread}) ` : "";
  if (prefix + own !== title) document.title = prefix + own;
}
