/** The environment variables that say how Temporal is reached. Their names are those of Temporal's own tools. */
import { Type } from 'typebox';

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, description, examples: [example] }));

export const temporalVariables = {
  TEMPORAL_ADDRESS: text('Temporal frontend, host:port. Required unless the profile names it.', 'localhost:7233'),
  TEMPORAL_NAMESPACE: text("Temporal namespace. Default: the profile's, else default.", 'default'),
  TEMPORAL_API_KEY: text('API key of Temporal Cloud, or of a server that takes keys. Turns TLS on.', 'change-me-key'),
  TEMPORAL_TLS: Type.Optional(
    Type.Enum(['true', 'false'], {
      examples: ['true'],
      description: 'Whether to connect by TLS. Default: with an API key or any of the variables below.',
    }),
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text(
    "File of the authority (PEM) that signed the server's certificate. Default: those of the system.",
    '/etc/shelfwright/temporal/ca.pem',
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: text('The same certificate as text.', '-----BEGIN CERTIFICATE-----...'),
  TEMPORAL_TLS_SERVER_NAME: text("Name in the server's certificate, where it is not the address.", 'temporal.example'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text(
    "File of the client's certificate (PEM), for servers that ask for one (mTLS).",
    '/etc/shelfwright/temporal/client.pem',
  ),
  TEMPORAL_TLS_CLIENT_CERT_DATA: text('The same certificate as text.', '-----BEGIN CERTIFICATE-----...'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text('File of its private key (PEM).', '/etc/shelfwright/temporal/client-key.pem'),
  TEMPORAL_TLS_CLIENT_KEY_DATA: text('The same key as text.', '-----BEGIN PRIVATE KEY-----...'),
  TEMPORAL_CONFIG_FILE: text(
    "TOML file with profiles, as Temporal's command-line tool reads it. Variables take precedence over it.",
    '/etc/shelfwright/temporal/temporal.toml',
  ),
  TEMPORAL_PROFILE: text('Profile of that file. Default: default.', 'production'),
};

export const temporalEnvironment = Type.Object(temporalVariables);
