/**
 * Two services that run on this machine, of two releases say, side by side: what a create, a read and a page's conversion
 * take in each. They take turns, so that whatever else the machine does hits both alike.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileField, form, FORM_TYPE } from '../test/support/forms.js';
import { median } from './measure.js';
import { table } from './table.js';

/** A shelf of this is done in seconds; its four pages have text, a table and a figure. */
const SAMPLE = new URL('../../local/sample/lighthouse.pdf', import.meta.url);
const SAMPLE_PAGES = 4;
const READS = 50;
const CREATES = 4;
const CONVERSIONS = 2;
const POLL_MS = 100;
/** Clock ticks of /proc a second, as Linux has them on every machine. */
const TICKS = 100;

/** Milliseconds, of the clock and of processor time in the api. */
interface Sample {
  wallMs: number;
  cpuMs: number;
}
/** Engine processes are not all waited for by the worker, so their processor time is not known. */
const KINDS = {
  create: ['wallMs', 'cpuMs'],
  'read of a shelf': ['wallMs', 'cpuMs'],
  'read of a file': ['wallMs', 'cpuMs'],
  'conversion, a page': ['wallMs'],
} as const;
type Measures = Record<keyof typeof KINDS, Sample[]>;

interface Service {
  name: string;
  baseUrl: string;
  key: string;
  apiPid: number;
  readyShelf: string;
}

/** @param folders the data folders of two `npm start`, which have run before: the one to compare with comes first */
export async function compareServices(
  folders: readonly [string, string],
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<void> {
  const services = await Promise.all([open('before', folders[0]), open('after', folders[1])]);
  const measured = services.map((): Measures => ({
    create: [],
    'read of a shelf': [],
    'read of a file': [],
    'conversion, a page': [],
  }));
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const [at, service] of services.entries()) {
      loads.push(loadavg()[0] ?? 0);
      await measure(service, measured[at] as Measures);
    }
  const [before, after] = measured as [Measures, Measures];
  const rows = (Object.keys(before) as (keyof Measures)[]).flatMap((what) =>
    KINDS[what].map((kind) => {
      const [was, is] = [median(before[what].map((one) => one[kind])), median(after[what].map((one) => one[kind]))];
      const label = `${what}, ${kind === 'wallMs' ? 'clock' : 'processor of the api'}`;
      return [label, was.toFixed(1), is.toFixed(1), (is / was).toFixed(2)];
    }),
  );
  say(table(['median of the rounds, ms', 'before', 'after', 'ratio'], rows));
  say(`\n${rounds} rounds; the machine's load: ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`);
}

async function open(name: string, folder: string): Promise<Service> {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { baseUrl, apiKey: key } = read('connection.json') as { baseUrl: string; apiKey: string };
  const { children } = read('processes.json') as { children: { name: string; pid: number }[] };
  const apiPid = children.find((one) => one.name.startsWith('api'))?.pid;
  if (apiPid === undefined) throw new Error(`no api runs on ${folder}`);
  const service = { name, baseUrl, key, apiPid, readyShelf: '' };
  const readyShelf = await create(service);
  await untilReady(service, readyShelf);
  return { ...service, readyShelf };
}

async function measure(service: Service, into: Measures): Promise<void> {
  const shelf = `/v1/shelves/${service.readyShelf}`;
  into['read of a shelf'].push(await timed(service, READS, () => ask(service, shelf)));
  into['read of a file'].push(await timed(service, READS, () => ask(service, `${shelf}/files/README.md`)));
  const made: string[] = [];
  const creates = await timed(service, CREATES, async () => {
    made.push(await create(service));
  });
  into.create.push(creates);
  for (const id of made) await untilReady(service, id);
  const conversion = await timed(service, CONVERSIONS, async () => untilReady(service, await create(service)));
  const ofPage = { wallMs: conversion.wallMs / SAMPLE_PAGES, cpuMs: conversion.cpuMs / SAMPLE_PAGES };
  into['conversion, a page'].push(ofPage);
}

/** The mean of so many, one after the other. */
async function timed({ apiPid }: Service, times: number, work: () => Promise<unknown>): Promise<Sample> {
  const [cpuBefore, begun] = [cpuMsOf(apiPid), performance.now()];
  for (let done = 0; done < times; done += 1) await work();
  const wallMs = (performance.now() - begun) / times;
  return { wallMs, cpuMs: (cpuMsOf(apiPid) - cpuBefore) / times };
}

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) * 1000) / TICKS;
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function ask({ baseUrl, key }: Service, path: string, init: Init = {}): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  const reply = await fetch(`${baseUrl}${path}`, { ...init, headers });
  const body = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${body}`);
  return body;
}

async function create(service: Service): Promise<string> {
  const body = form(fileField(readFileSync(SAMPLE), 'lighthouse.pdf'));
  const made = await ask(service, '/v1/shelves', { method: 'POST', headers: FORM_TYPE, body: new Uint8Array(body) });
  return (JSON.parse(made) as { publicId: string }).publicId;
}

async function untilReady(service: Service, id: string): Promise<void> {
  for (;;) {
    const { status } = JSON.parse(await ask(service, `/v1/shelves/${id}`)) as { status: string };
    if (status === 'ready') return;
    if (status === 'failed') throw new Error(`${service.name}: the shelf has failed`);
    await pause(POLL_MS);
  }
}
