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
    // Few, large scripts: what is compressed together takes a tenth less. What all screens share stays apart, as layouts load it.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 4_000_000 },
    // Node reads the maps of the server's code only with --enable-source-maps, and they are three times as large as that code.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // The settings of next-intl's own plugin, which would load a compiler and a file watcher at every start.
  turbopack: {
    resolveAlias: {
      "next-intl/config": "./lib/http/pages/messages.ts",
      // React asks for it only in browsers that have no reportError, which cannot run the rest either.
      "next/dist/compiled/process": { browser: "./lib/ops/no-process.cjs" },
      // The tables of all countries have 80 kB. Numbers are read by the server.
      "libphonenumber-js/min": { browser: "./lib/ops/no-number-tables.cjs" },
      // The texts are compiled at build time, so that no browser loads a parser for them.
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
    rules: {
      "*.json": {
        condition: { path: /messages\/[a-z]+\.json$/ },
        loaders: [{ loader: "next-intl/extractor/catalogLoader", options: { messages: { format: "json", precompile: true } } }],
        as: "*.js",
      },
      // Browsers load what they need of Next (decision 68).
      "*.js": {
        condition: { all: ["browser", "production", { path: /\/next\/dist\/(client|shared|lib)\/.+\.js$/ }] },
        loaders: ["./lib/ops/es-modules.cjs"],
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
