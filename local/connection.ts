/** `.data/connection.json`: the addresses of `npm start`, and the first account's key and password, for scripts. */
import { readJson, writeJson, type DataFolder } from './data-folder.js';

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
