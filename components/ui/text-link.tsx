import type { ComponentProps } from "react";
import { Link } from "./link";

/** A link among texts, or below them. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, "className">) => (
  <Link {...props} className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent underline underline-offset-2" />
);
