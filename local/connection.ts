/** `.data/connection.json`: the addresses of `npm start`, and the first account's key and password, for scripts. */
import { openDataFolder, readJson, writeJson, type DataFolder, type Ports } from './data-folder.js';
import { childEnvironment, type Environment } from './environment.js';

export type Connection = {
  baseUrl: string;
  apiKey: string;
  email: string;
  password: string;
  temporalAddress: string;
  temporalUiUrl: string;
  s3Endpoint: string;
  databaseUrl: string;
  mailDir: string;
};

export function readConnection(data: Pick<DataFolder, 'connection'>): Partial<Connection> {
  return readJson<Connection>(data.connection) ?? {};
}

/** The variables that the last `npm start` in this folder gave to api and worker; those of `env` if there was none. */
export function readStartedEnvironment(env: Environment, root: string): Environment {
  const data = openDataFolder(root);
  const ports = readJson<Ports>(data.ports);
  return ports ? childEnvironment(env, data, ports) : env;
}

/** Writes the members in this order, one per line; only the owner can read the file. */
export function writeConnection(data: DataFolder, connection: Connection): void {
  const { baseUrl, apiKey, email, password, temporalAddress } = connection;
  const { temporalUiUrl, s3Endpoint, databaseUrl, mailDir } = connection;
  const ordered = {
    baseUrl,
    apiKey,
    email,
    password,
    temporalAddress,
    temporalUiUrl,
    s3Endpoint,
    databaseUrl,
    mailDir,
  };
  writeJson(data.connection, ordered satisfies Connection);
}
