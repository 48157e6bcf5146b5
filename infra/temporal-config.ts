/**
 * How Temporal is reached, by Temporal's own rules for variables and profiles (`@temporalio/envconfig`). What those would
 * pass over in silence, and end in a connection without TLS or without the client's certificate, is refused here. No file
 * is read unless TEMPORAL_CONFIG_FILE names it, so that nothing in a user's folder changes where a service connects to.
 */
import { readFileSync } from 'node:fs';
import {
  loadClientConfigProfile,
  toClientOptions,
  type ClientConfigProfile,
  type ConfigDataSource,
} from '@temporalio/envconfig';
import type { Static } from 'typebox';
import type { temporalEnvironment } from './temporal-environment.js';

/** What a client connects with, and the namespace it works in. */
export type TemporalConfig = { address: string; namespace: string } & Pick<
  ReturnType<typeof toClientOptions>['connectionOptions'],
  'tls' | 'apiKey' | 'metadata'
>;

type TemporalValues = Partial<Static<typeof temporalEnvironment>>;

/**
 * Reads the profile, if one is asked for, and certificates.
 * @returns the connection; null, with a line for each fault, if it cannot be used. No line contains a value
 */
export function readTemporal(values: TemporalValues): { temporal: TemporalConfig | null; faults: string[] } {
  const { TEMPORAL_PROFILE: profileName, TEMPORAL_CONFIG_FILE: path } = values;
  if (profileName !== undefined && path === undefined) return fault('TEMPORAL_PROFILE: needs TEMPORAL_CONFIG_FILE');
  let profile: ClientConfigProfile;
  try {
    profile = loadClientConfigProfile({
      overrideEnvVars: withoutProfile(values),
      // without a name the SDK takes a missing file for an empty one
      ...(path === undefined ? { disableFile: true } : { configSource: { path }, profile: profileName ?? 'default' }),
      configFileStrict: true,
    });
  } catch (error) {
    return fault(profileFault(error as Error & { line?: number; code?: string }));
  }
  const faults = [...addressFaults(profile), ...tlsFaults(profile)];
  if (faults.length > 0) return { temporal: null, faults };
  const { namespace = 'default', connectionOptions } = toClientOptions(profile);
  const { address = '', tls, apiKey, metadata } = connectionOptions;
  const optional = Object.entries({ tls, apiKey, metadata }).filter(([, value]) => value !== undefined);
  return { temporal: { address, namespace, ...Object.fromEntries(optional) }, faults: [] };
}

function fault(line: string): { temporal: null; faults: string[] } {
  return { temporal: null, faults: [line] };
}

function withoutProfile(values: TemporalValues): Record<string, string> {
  const { TEMPORAL_PROFILE: _profile, TEMPORAL_CONFIG_FILE: _path, ...others } = values;
  return others;
}

/** What is wrong with the file. A parser's message quotes the line, which may be that of a key. */
function profileFault({ message, code, line }: Error & { line?: number; code?: string }): string {
  if (/^Cannot specify both/.test(message)) return `TEMPORAL_TLS_*: ${message.toLowerCase()}`;
  if (/^Profile '/.test(message)) return 'TEMPORAL_CONFIG_FILE: there is no such file, or no such profile in it';
  if (/^Validation error/.test(message)) return `TEMPORAL_CONFIG_FILE: ${message}`;
  if (line !== undefined) return `TEMPORAL_CONFIG_FILE: line ${line} is not TOML`;
  return `TEMPORAL_CONFIG_FILE: cannot be read (${code ?? 'unknown'})`;
}

/** host:port of a frontend. */
const ADDRESS = /^[^\s/]+:\d+$/;

function addressFaults({ address }: ClientConfigProfile): string[] {
  const wanted = `expected text that matches ${ADDRESS.source} such as localhost:7233`;
  if (address === undefined) return [`TEMPORAL_ADDRESS: required, ${wanted}`];
  return ADDRESS.test(address) ? [] : [`TEMPORAL_ADDRESS: ${wanted}`];
}

function tlsFaults({ tls, apiKey }: ClientConfigProfile): string[] {
  if (tls === undefined) return [];
  const files = { SERVER_CA_CERT: tls.serverCACert, CLIENT_CERT: tls.clientCert, CLIENT_KEY: tls.clientKey };
  const given = Object.entries(files).filter(([, source]) => source !== undefined);
  if (tls.disabled) {
    const inPlain = apiKey === undefined ? [] : ['TEMPORAL_TLS: an API key is not sent without TLS'];
    return given.length > 0 ? [...inPlain, 'TEMPORAL_TLS: false, but certificates are given'] : inPlain;
  }
  const isHalf = (tls.clientCert === undefined) !== (tls.clientKey === undefined);
  const half = isHalf ? ['TEMPORAL_TLS_CLIENT_CERT_* and TEMPORAL_TLS_CLIENT_KEY_*: both or none'] : [];
  return [...half, ...given.flatMap(([name, source]) => pemFault(`TEMPORAL_TLS_${name}_*`, source))];
}

function pemFault(name: string, source: ConfigDataSource | undefined): string[] {
  if (source === undefined) return [];
  try {
    const data = 'path' in source ? readFileSync(source.path) : source.data;
    return Buffer.from(data).includes('-----BEGIN ') ? [] : [`${name}: is not PEM`];
  } catch (error) {
    return [`${name}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`];
  }
}
