# The command and the language server in an image:
#   docker build -t layout-lens . && docker run --rm -v "$PWD:/src:ro" layout-lens check /src
FROM node:20-slim AS build
WORKDIR /layout-lens
COPY . .
RUN npm ci && npm run pack

FROM node:20-slim
COPY --from=build /layout-lens/dist/layout-lens-[0-9]*.tgz /tmp/
RUN npm install --global /tmp/layout-lens-*.tgz && rm /tmp/layout-lens-*.tgz
USER node
ENTRYPOINT ["layout-lens"]
