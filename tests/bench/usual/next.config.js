import { join } from "node:path";

/** @type {import("next").NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: join(import.meta.dirname, "../../..") },
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg"],
};
