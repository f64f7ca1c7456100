/**
 * Changes what the address searches for, without a navigation; `next` returns it with its question mark, or "" for none. It is given
 * what the address says now: what is on the screen follows a moment later, and a second choice in that moment must not undo the first.
 */
export function changeSearch(entry: "pushState" | "replaceState", next: (now: URLSearchParams) => string): void {
  const { pathname, search } = window.location;
  window.history[entry](null, "", `${pathname}${next(new URLSearchParams(search))}`);
}
