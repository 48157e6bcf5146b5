#!/bin/sh
# Runs once, in an empty volume, as the superuser that nothing else uses: a role and databases of its own for each of
# Shelfwright and Temporal, neither a superuser, neither able to connect to the other's.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set shelfwright_password="$SHELFWRIGHT_DB_PASSWORD" --set temporal_password="$TEMPORAL_DB_PASSWORD" <<'SQL'
CREATE ROLE shelfwright LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'shelfwright_password';
CREATE ROLE temporal LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'temporal_password';
CREATE DATABASE shelfwright OWNER shelfwright;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE shelfwright, temporal, temporal_visibility, postgres, template1 FROM PUBLIC;
SQL
