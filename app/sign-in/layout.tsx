export { DeskProviders as default } from "@/components/shell/desk-providers";
