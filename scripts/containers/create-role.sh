#!/bin/sh
# Creates the server's role and its database when PostgreSQL starts with an empty volume, as docs/operate.md describes
# ("A PostgreSQL of your own"). The server creates everything else itself.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ISOLA_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role isola login bypassrls password :'password';
grant anon, authenticated, service_role to isola;
create database isola owner isola;
SQL
