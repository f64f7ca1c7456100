/** Rendered beside the navigation of the settings, inside the page's main part. */
export { NotFoundNotice as default } from "@/components/shell/not-found-notice";
