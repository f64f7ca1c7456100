/**
 * The origin of the page that shows this frame; undefined when the browser does not say. It is used to ask for the right permission and
 * to bind a code: the policy of this page (`frame-ancestors`) is what keeps other sites from showing it.
 */
export function embeddingOrigin(): string | undefined {
  const [parent] = window.location.ancestorOrigins ?? [];
  if (parent !== undefined && parent !== "null") return parent;
  const referrer = document.referrer;
  if (!URL.canParse(referrer)) return undefined;
  const { origin } = new URL(referrer);
  // After a reload within the frame it names ourselves.
  return origin === window.location.origin ? undefined : origin;
}
