import packageJson from "@/package.json" with { type: "json" };

/** The version of this server: what package.json said when it was built. */
export const { version } = packageJson;
