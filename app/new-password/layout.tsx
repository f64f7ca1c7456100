export { Entrance as default } from "@/app/entrance";
