"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";
import { confirmLeaving } from "@/lib/browser/leaving";

/**
 * A link whose page is prefetched when the pointer or the focus comes to it. Next by itself prefetches the page of every link in sight,
 * with several requests each: seventy for a page of the settings.
 */
export function Link({ prefetch = null, onPointerEnter, onFocus, onNavigate, ...props }: ComponentProps<typeof NextLink>) {
  const [isNear, setNear] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isNear && prefetch}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
      onNavigate={(event) => {
        if (confirmLeaving(String(props.href))) event.preventDefault();
        else onNavigate?.(event);
      }}
    />
  );
}
