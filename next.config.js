/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Types are checked by "npm run check", once, over everything.
  typescript: { ignoreBuildErrors: true },
  skipTrailingSlashRedirect: true,
  // Without it a click that finds no network leaves the app for the browser's error page.
  experimental: { useOffline: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@upstash/ratelimit",
    "@upstash/redis",
    "ioredis",
    "pg",
    "pino",
    "prom-client",
    "undici",
  ],
};
