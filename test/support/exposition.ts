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

/** The families by name. Throws with the line that is at fault. */
export function readExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  const helps = new Map<string, string>();
  let current: Family | null = null;
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  for (const line of text.slice(0, -1).split('\n')) {
    const refuse = (why: string): never => {
      throw new Error(`${why}: ${line}`);
    };
    if (line === '') continue;
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind && !NAME.test(name)) refuse('no name');
    if (kind === 'HELP') {
      if (helps.has(name)) refuse('a second help');
      helps.set(name, rest);
    } else if (kind === 'TYPE') {
      if (families.has(name)) refuse('a second type, or samples that are not together');
      if (!TYPES.includes(rest)) refuse('no type');
      current = { name, type: rest as Family['type'], help: helps.get(name) ?? '', samples: [] };
      families.set(name, current);
    } else if (line.startsWith('#')) refuse('a comment of an unknown kind');
    else {
      const sample = readSample(line) ?? refuse('no sample');
      if (!current || !namesOf(current).includes(sample.name)) refuse('a sample of another family');
      const series = `${sample.name}${keyOf(sample.labels)}`;
      if (seen.has(series)) refuse('a second sample of a series');
      seen.add(series);
      current?.samples.push(sample);
    }
  }
  for (const family of families.values()) if (family.type === 'histogram') checkHistogram(family);
  return families;
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
