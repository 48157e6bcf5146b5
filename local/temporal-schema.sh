#!/bin/sh
# Makes the tables of Temporal's two databases, or brings them to the version of its tool. Runs before each start of the
# server; what is up to date stays as it is. SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD say where the databases are.
set -eu
export SQL_PLUGIN=postgres12
bring() { # DATABASE SCHEMA
  temporal-sql-tool --db "$1" setup-schema --version 0.0
  temporal-sql-tool --db "$1" update-schema --schema-name "postgresql/v12/$2"
}
bring temporal temporal
bring temporal_visibility visibility
