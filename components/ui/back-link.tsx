import { ArrowLeft } from "lucide-react";
import { Link } from "./link";

/** Above the title of a page: the way to the list that it is from. */
export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="-ms-1 mb-3 inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 py-0.5 text-soft hover:text-text pointer-coarse:min-h-10"
  >
    <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
    {children}
  </Link>
);
