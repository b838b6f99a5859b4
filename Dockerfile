# Postwright in a container: `docker build -t postwright .`, or with a database and workers `docker compose up`.
FROM node:24-slim AS build

WORKDIR /app
# `--ignore-scripts`: no package of ours needs one, and none may run as root here.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

COPY . .
# The dashboard and the server are built here, not at each start, and only the packages that they load stay. A start looks
# at the times of their sources, which a layer may round.
RUN find . -path ./node_modules -prune -o -type f -exec touch -d @1000000000 {} + \
  && node .ci/image/prepare-image.ts . \
  && mv node_modules /packages

FROM node:24-slim

WORKDIR /app
COPY --from=build /packages ./node_modules
COPY --from=build /app ./
RUN mkdir -p /data /media .next/cache node_modules/.cache \
  && chown -R node:node /data /media .next/cache node_modules/.cache

USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# One process that hears SIGTERM itself: it lets the part under way go out before it ends.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "lib/server/start.mjs"]
