/** Requests to one address: as many as it answers, or as many as were asked for. */
import { execFile } from 'node:child_process';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

export interface Target {
  url: string;
  headers: Record<string, string>;
}

export interface FullSpeed {
  perSecond: number;
  p99Ms: number;
}

interface Report {
  requests: { average: number };
  latency: { p99: number };
  errors: number;
  timeouts: number;
  non2xx: number;
}

/** autocannon in a process of its own. Throws if any request failed. */
export async function atFullSpeed(
  { url, headers }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<FullSpeed> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [AUTOCANNON, '--json', '-c', String(connections), '-d', String(seconds), ...named, url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: (seconds + 60) * 1000 });
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(stdout) as Report;
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} time-outs, ${non2xx} refusals`);
  return { perSecond: requests.average, p99Ms: latency.p99 };
}

export interface FixedRate {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/**
 * Requests at even intervals, whether or not the ones before are answered. Each is timed from the moment at which it
 * was due, so that a stall of the server (or of this process) shows in every request it delayed.
 */
export async function atRate(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<FixedRate> {
  const agent = new http.Agent({ keepAlive: true });
  const startedMs = performance.now();
  const asked: Promise<number>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const dueMs = startedMs + (sent * 1000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    asked.push(answered(target, agent).then(() => performance.now() - dueMs));
  }
  const took = (await Promise.all(asked)).toSorted((a, b) => a - b);
  agent.destroy();
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

function answered({ url, headers }: Target, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent, timeout: 10_000 }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    request.on('timeout', () => request.destroy(new Error(`${url}: no answer within 10 s`))).on('error', reject);
  });
}
