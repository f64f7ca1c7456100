# The image starts the built product; what it writes goes to /data (the embedded database and its secrets) and /tmp.
# "npm run image" builds and tries it, also with a base of its own where none can be pulled.
ARG BASE=docker.io/library/node:24.21-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# The secret is for networks whose proxy has a certificate authority of its own: --secret id=ca,src=FILE.
RUN --mount=type=secret,id=ca if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi && npm ci
COPY tsconfig.json next.config.js postcss.config.mjs instrumentation.ts instrumentation-client.ts proxy.ts server.mjs ./
COPY app app
COPY components components
COPY lib lib
COPY prisma prisma
RUN node lib/ops/build.mjs && node lib/ops/image.mjs /image

FROM ${BASE}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data HOME=/tmp npm_config_cache=/tmp/.npm npm_config_update_notifier=false
# A volume that is mounted at /data/files takes over its owner.
RUN install -d -o node -g node -m 0700 /data /data/files
# Only the files that running the build and the operator's commands loads.
COPY --from=build /image/node_modules node_modules
# The source of lib is what the operator's commands (admin, migrate, move, distribute) and the embedded database's thread run from.
COPY package.json .npmrc tsconfig.json next.config.js server.mjs ./
COPY --from=build /app/lib lib
COPY prisma/migrations prisma/migrations
COPY prisma/citus prisma/citus
COPY prisma/functions prisma/functions
# The settings show these files.
COPY examples examples
COPY --from=build /image/.next .next
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
