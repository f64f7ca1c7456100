"use client";

// One module: what the root layout loads, the error pages beside it need not bring again.
export { ShownLocale } from "@/lib/browser/shown-locale";
export { LoadedRootError } from "./loaded-error";
