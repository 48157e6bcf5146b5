#!/bin/sh
# Runs once, in an empty volume, as the superuser that nothing else uses: makes the role that the service works as, with a
# database of its own.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set shelfwright_password="$SHELFWRIGHT_DB_PASSWORD" <<'SQL'
CREATE ROLE shelfwright LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'shelfwright_password';
CREATE DATABASE shelfwright OWNER shelfwright;
REVOKE CONNECT ON DATABASE shelfwright, postgres, template1 FROM PUBLIC;
SQL
