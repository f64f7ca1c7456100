"use client";

import { useReader } from "@/components/time/use-reader";
import type { ListedAttribute } from "@/lib/people/attribute-display/contract";
import { shownValue } from "@/lib/people/attribute-display/shared/format";
import { Badge } from "./badge";

/** A value in a row, which is a link itself: nothing in it can be pressed. */
export function ListedValue({ format, value }: Pick<ListedAttribute, "format" | "value">) {
  const shown = shownValue(format, value, useReader());
  switch (shown.kind) {
    case "badge":
      return <Badge tone={shown.tone}>{shown.text}</Badge>;
    case "link":
      return <bdi>{shown.host}</bdi>;
    case "time":
      return <time dateTime={shown.dateTime}>{shown.text}</time>;
    case "number":
    case "text":
      return <bdi>{shown.text}</bdi>;
  }
}
