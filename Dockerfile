# Images of Isola, built with Docker, Podman or Buildah. docs/operate.md ("Containers") explains how to run them.
#
#   docker build --target server --build-arg SITE_ORIGIN=https://isola.example -t isola-server .
#   docker build --target proxy --build-arg SITE_HOST=isola.example -t isola-proxy .
#   docker build --target api -t isola-api .
#
# Every base image with Node 24 and npm works, such as one of your own registry.
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim
ARG NGINX_IMAGE=docker.io/library/nginx:1.28

FROM ${NODE_IMAGE} AS workspace
WORKDIR /isola
COPY . .

# Builds kernels, models and the site. The stage installs all dependencies of the workspace; no image contains them.
FROM workspace AS build
ARG SITE_ORIGIN=
ARG VITE_MODELS_URL=
ARG VITE_ASSETS_URL=
ARG VITE_ANALYTICS_SCRIPT=
ARG VITE_NOTIFY_SEARCH_ENGINES=
ARG PAYMENT_FORM_ORIGINS=
RUN node scripts/run.mjs build

# Libraries of the server alone. The project's own Node, an optional dependency, is left out: the base image has one.
FROM workspace AS server-dependencies
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --prod --no-optional --frozen-lockfile \
  --ignore-scripts --reporter=append-only --filter '@isola/server...' --filter @isola/toolchain

FROM ${NODE_IMAGE} AS server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data EARLIER_FILES_DIR=/data/site
WORKDIR /isola
RUN mkdir /data && chown 10001:10001 /data && chmod 700 /data
COPY --from=server-dependencies /isola/node_modules node_modules
COPY --from=server-dependencies /isola/scripts scripts
COPY --from=server-dependencies /isola/apps/server apps/server
COPY --from=server-dependencies /isola/supabase supabase
COPY package.json ./
COPY packages/i18n/src packages/i18n/src
COPY packages/auth/src/leaked-passwords.json packages/auth/src/
COPY --from=build /isola/apps/site/dist apps/site/dist
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/tasks.ts", "serve"]

# The removal server needs sharp, whose compiled part is an optional dependency.
FROM workspace AS api-dependencies
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --prod --frozen-lockfile \
  --ignore-scripts --reporter=append-only --filter '@isola/api...'

FROM ${NODE_IMAGE} AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /isola
COPY --from=api-dependencies /isola/node_modules node_modules
COPY --from=api-dependencies /isola/apps/api apps/api
COPY --from=api-dependencies /isola/packages/segmenter packages/segmenter
COPY --from=api-dependencies /isola/packages/imaging packages/imaging
COPY --from=api-dependencies /isola/packages/scenes packages/scenes
COPY --from=api-dependencies /isola/packages/sets packages/sets
COPY --from=api-dependencies /isola/supabase supabase
COPY --from=build /isola/packages/segmenter/kernels packages/segmenter/kernels
COPY --from=build /isola/apps/site/public/models models
COPY package.json ./
# The segmenter takes sharp from the application that uses it.
RUN ln -s ../apps/api/node_modules/sharp node_modules/sharp
RUN echo "import { startApi } from './apps/api/src/process/start-api.ts'; await startApi({ manifestUrl: '/isola/models/manifest.json' });" > api.mjs
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api.mjs"]

# nginx with docs/proxy-nginx.conf. It needs fullchain.pem and privkey.pem in /etc/letsencrypt/live/isola.example.
FROM ${NGINX_IMAGE} AS proxy
ARG SITE_HOST
COPY docs/proxy-nginx.conf /etc/nginx/conf.d/isola.conf
RUN sed -i "s/127\\.0\\.0\\.1:3000/server:3000/; s/server_name isola\\.example/server_name ${SITE_HOST}/" /etc/nginx/conf.d/isola.conf
