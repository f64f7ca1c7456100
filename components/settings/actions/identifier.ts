const mostSigns = 64;

/** "Refund order" → "refund_order", "Résumé" → "resume": an identifier that a label suggests, or nothing when it has no Latin letters. */
export function identifierOf(label: string): string {
  const plain = label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, mostSigns)
    .replace(/_+$/, "");
}
