# Fencepost on a slim Debian 12, built from this source tree: docker build -t fencepost .
#   docker run --rm -v "$PWD:/src" -w /src fencepost fencepost run app.cu
# (examples/ci/Dockerfile makes an image of a Debian package.)
FROM debian:12 AS build
WORKDIR /source
COPY . .
RUN ./dev package && tar --zstd -C /opt -xf build-release/fencepost-*.tar.zst

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/fencepost /opt/fencepost
ENV PATH=/opt/fencepost/bin:$PATH
CMD ["fencepost", "--help"]
