"use client";

import { ListedValue } from "@/components/desk/shared/listed-value";
import type { ListedAttribute } from "@/lib/people/attribute-display/contract";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";

/** The attribute that the admin chose for lists. */
export function RowAttribute({ attribute }: { attribute: ListedAttribute }) {
  const { format, value } = attribute;
  const name = nameOf(attribute);
  return (
    <span title={`${name}: ${value}`} className="max-w-28 flex-none truncate text-soft text-xs">
      <span className="sr-only">{name}: </span>
      <ListedValue format={format} value={value} />
    </span>
  );
}
