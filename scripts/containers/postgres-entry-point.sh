#!/bin/sh
# Does what the entry point of the official image does with these variables and folders.
set -eu
export PGDATA=/var/lib/postgresql/data
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }

chown postgres:postgres "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  as_postgres initdb -U postgres -A scram-sha-256 --auth-local=trust --pwfile=/tmp/password -E UTF8 > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  as_postgres pg_ctl -w -o "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do as_postgres sh "$script"; done
  as_postgres pg_ctl -w stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
