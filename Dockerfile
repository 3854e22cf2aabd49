FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/prepare.cjs ./scripts/prepare.cjs
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# Memory: what is new takes 32 MB and not up to 128, and pieces of 1 MB are given back once they are free.
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_MMAP_THRESHOLD_=1048576
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
# The optional peers, in the versions of the lock: what only some installations need is in every image.
RUN npm install --no-save --save-prod --omit=dev --ignore-scripts $(node -p "const { peerDependencies, devDependencies } = require('./package.json'); Object.keys(peerDependencies).map((name) => name + '@' + devDependencies[name]).join(' ')")
COPY scripts/start.cjs ./scripts/start.cjs
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown 1000 /data
# By its number, so that Kubernetes knows that it is not root: the user "node" of the image.
USER 1000
VOLUME /data
EXPOSE 3000
# A start may migrate the schema first.
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://localhost:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
