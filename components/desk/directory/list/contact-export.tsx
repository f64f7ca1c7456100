import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { exportContacts } from "@/lib/desk/directory/endpoints";
import { exportFormats } from "@/lib/desk/directory/shared/export-formats";

/** Links, so that the browser streams the file to disk. */
export function ContactExport({ workspace }: { workspace: string }) {
  const t = useTranslations("contacts.export");
  const path = exportContacts.path.replace("{workspace}", encodeURIComponent(workspace));
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden className="size-4" />
          {t("title")}
        </Button>
      }
    >
      {exportFormats.map((format) => (
        <MenuItem
          key={format}
          link={
            <a href={`${path}?format=${format}`} download>
              {t(format)}
            </a>
          }
        />
      ))}
    </Menu>
  );
}
