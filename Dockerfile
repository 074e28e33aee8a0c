# docker build -t satchel:0.3.0 .
# Node 22.23.3: the digest of the index for all platforms. A newer one also needs the line below.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
# better-sqlite3 is compiled where no prebuilt binary can be fetched.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /satchel
COPY package.json package-lock.json ./
RUN npm ci
COPY build ./build
COPY schemas ./schemas
COPY src ./src
COPY tsconfig.json ./
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
# git checks the repositories of an archive, and the service is called by HTTPS.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/* \
  && mkdir /vault && chown 10001:10001 /vault
WORKDIR /opt/satchel
COPY LICENSE package.json ./
COPY --from=build /satchel/node_modules ./node_modules
COPY --from=build /satchel/schemas ./schemas
COPY --from=build /satchel/dist ./dist
RUN ln -s /opt/satchel/dist/cli/main.js /usr/local/bin/satchel

# Vaults, stores and the state of the schedule are in the volume; everything else can be read-only:
# docker run --read-only --tmpfs /tmp -v satchel:/vault …
USER 10001:10001
ENV HOME=/vault/home TMPDIR=/tmp NODE_ENV=production
VOLUME /vault
WORKDIR /vault
EXPOSE 9477
HEALTHCHECK --interval=1m --timeout=10s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9477/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/satchel/dist/cli/main.js"]
CMD ["schedule", "run", "--config", "/config/satchel.yaml"]
