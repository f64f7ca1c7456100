import { Download } from "lucide-react";
import { buttonLink } from "./button-link";

type Props = {
  href: string;
  /** What is read out, where the text does not say which file it is. */
  label?: string;
  children: string;
};

/** A link, so that the browser streams the file to disk. */
export const DownloadLink = ({ href, label, children }: Props) => (
  <a href={href} download aria-label={label} className={buttonLink}>
    <Download aria-hidden className="size-4" />
    {children}
  </a>
);
