# syntax=docker/dockerfile:1
# The image starts the built product; what it writes goes to /data (the embedded database and its secrets) and /tmp.
FROM node:20.20-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# Without optional peers: Prisma's command line and TypeScript, with everything that they need. Then what only building uses, and
# Prisma's compilers for other databases.
RUN npm ci --omit=dev --legacy-peer-deps && npm cache clean --force && cd node_modules && rm -rf @next/swc-* @swc/core* @parcel @eloqnt next-intl-swc-plugin-extractor @img lucide-react && \
  cd @prisma/client/runtime && rm -rf ./*.map ./*_small_bg.* ./*.sqlite.* ./*.mysql.* ./*.sqlserver.* ./*.cockroachdb.*

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json next.config.js postcss.config.mjs instrumentation.ts instrumentation-client.ts proxy.ts ./
COPY app app
COPY components components
COPY lib lib
COPY prisma prisma
RUN node lib/ops/build.mjs && rm -rf .next/cache

FROM base
ENV NODE_ENV=production DATA_DIR=/data HOME=/tmp npm_config_cache=/tmp/.npm npm_config_update_notifier=false
# A volume that is mounted at /data/files takes over its owner.
RUN install -d -o node -g node -m 0700 /data /data/files
COPY --from=dependencies /app/node_modules node_modules
# The source of lib is what the operator's commands (admin, migrate, move) and the embedded database's thread run from.
COPY package.json .npmrc tsconfig.json next.config.js server.mjs ./
COPY --from=build /app/lib lib
COPY prisma/migrations prisma/migrations
COPY prisma/citus prisma/citus
# The settings show these files.
COPY examples examples
COPY --from=build /app/.next .next
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
