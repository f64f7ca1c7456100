const maxCharacters = 64;

/** "Refund order" → "refund_order", "Résumé" → "resume": an identifier derived from a label, or "" without Latin letters. */
export function identifierOf(label: string): string {
  const plain = label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, maxCharacters)
    .replace(/_$/, "");
}
