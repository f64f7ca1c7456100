/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // "npm run check" checks all types, once.
  typescript: { ignoreBuildErrors: true },
  skipTrailingSlashRedirect: true,
  // The HTTP server compresses, with brotli too (lib/http/server/compression.mjs).
  compress: false,
  // Without it a click that finds no network leaves the app for the browser's error page.
  experimental: {
    useOffline: true,
    // Fewer, larger scripts: what is compressed together takes a tenth less, and only large ones are shared by the screens.
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 400_000 },
  },
  // The settings of next-intl's own plugin, which would load a compiler and a file watcher at every start.
  turbopack: {
    resolveAlias: {
      "next-intl/config": "./lib/http/messages.ts",
      // The texts are compiled at build time, so that no browser loads a parser for them.
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
    rules: {
      "*.json": {
        condition: { path: /messages\/[a-z]+\.json$/ },
        loaders: [{ loader: "next-intl/extractor/catalogLoader", options: { messages: { format: "json", precompile: true } } }],
        as: "*.js",
      },
    },
  },
  serverExternalPackages: [
    "@aws-sdk/client-s3",
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
    "web-push",
  ],
};
