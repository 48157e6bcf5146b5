/** A strict reader of Prometheus' text format (version 0.0.4): anything that a server might refuse throws. */

export interface Sample {
  /** With its suffix: `..._bucket`, `..._sum`, `..._count`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped';
  help: string;
  samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const SUFFIXES: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** What was read so far: help texts may come before their families. */
interface Reading {
  families: Map<string, Family>;
  helps: Map<string, string>;
  /** Series that had their sample. */
  seen: Set<string>;
  /** The family that samples belong to. */
  current: Family | null;
}

/** The families by name. Throws with the line that is at fault. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const reading: Reading = { families: new Map(), helps: new Map(), seen: new Set(), current: null };
  for (const line of text.slice(0, -1).split('\n')) {
    const fault = line === '' ? null : readLine(reading, line);
    if (fault !== null) throw new Error(`${fault}: ${line}`);
  }
  for (const family of reading.families.values()) if (family.type === 'histogram') checkHistogram(family);
  return reading.families;
}

/** Adds a line to what was read. Returns what is wrong with it; null when nothing is. */
function readLine(reading: Reading, line: string): string | null {
  if (!line.startsWith('#')) return addSample(reading, line);
  const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
  if (!kind) return 'a comment of an unknown kind';
  if (!NAME.test(name)) return 'no name';
  return kind === 'HELP' ? addHelp(reading, name, rest) : addFamily(reading, name, rest);
}

function addHelp({ helps }: Reading, name: string, help: string): string | null {
  if (helps.has(name)) return 'a second help';
  helps.set(name, help);
  return null;
}

function addFamily(reading: Reading, name: string, type: string): string | null {
  const { families, helps } = reading;
  if (families.has(name)) return 'a second type, or samples that are not together';
  if (!TYPES.includes(type)) return 'no type';
  reading.current = { name, type: type as Family['type'], help: helps.get(name) ?? '', samples: [] };
  families.set(name, reading.current);
  return null;
}

function addSample({ current, seen }: Reading, line: string): string | null {
  const sample = readSample(line);
  if (!sample) return 'no sample';
  if (!current || !namesOf(current).includes(sample.name)) return 'a sample of another family';
  const series = `${sample.name}${keyOf(sample.labels)}`;
  if (seen.has(series)) return 'a second sample of a series';
  seen.add(series);
  current.samples.push(sample);
  return null;
}

/** Labels as one text, whatever their order. */
function keyOf(labels: Record<string, string>): string {
  const names = Object.keys(labels).toSorted((a, b) => (a < b ? -1 : 1));
  return JSON.stringify(names.map((name) => [name, labels[name]]));
}

function namesOf({ name, type }: Family): string[] {
  return (SUFFIXES[type] ?? ['']).map((suffix) => name + suffix);
}

function readSample(line: string): Sample | null {
  const [, name, labelText = '', valueText = ''] = SAMPLE.exec(line) ?? [];
  const value = readNumber(valueText);
  if (!name || value === null) return null;
  const labels: Record<string, string> = {};
  let rest = labelText;
  while (rest !== '') {
    const [whole, label, content] = LABEL.exec(rest) ?? [];
    if (whole === undefined || label === undefined || content === undefined || label in labels) return null;
    labels[label] = content.replace(/\\(["\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : (escaped as string)));
    rest = rest.slice(whole.length);
  }
  return { name, labels, value };
}

function readNumber(text: string): number | null {
  if (text === 'NaN') return Number.NaN;
  const infinite = /^([+-])Inf$/.exec(text);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** Buckets grow, the last is +Inf and equals the count. */
function checkHistogram({ name, samples }: Family): void {
  const series = new Map<string, { buckets: [number, number][]; count?: number; sum?: number }>();
  for (const { name: sampleName, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = keyOf(others);
    const one = series.get(key) ?? { buckets: [] };
    series.set(key, one);
    if (sampleName.endsWith('_bucket')) one.buckets.push([readNumber(le ?? '') ?? Number.NaN, value]);
    else if (sampleName.endsWith('_count')) one.count = value;
    else one.sum = value;
  }
  for (const [key, { buckets, count, sum }] of series) {
    const grows = buckets.every(
      ([le, value], at) => at === 0 || (le > buckets[at - 1]![0] && value >= buckets[at - 1]![1]),
    );
    const last = buckets.at(-1);
    if (!grows || sum === undefined || last?.[0] !== Number.POSITIVE_INFINITY || last[1] !== count)
      throw new Error(`the histogram ${name}${key} is none`);
  }
}
