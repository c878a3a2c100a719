# Stands in for the official image of PostgreSQL where only Debian's packages can be reached (`npm run try-containers`).
FROM localhost/isola-debian
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql \
  && rm -rf /var/lib/apt/lists/*
COPY postgres-entry-point.sh /
# PostgreSQL stops at once, as with the official image.
STOPSIGNAL SIGINT
VOLUME /var/lib/postgresql/data
ENTRYPOINT ["/postgres-entry-point.sh"]
