/** The table of metrics in docs/metrics.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export interface MetricRow {
  names: RegExp[];
  type: string;
  labels: string[];
  processes: string[];
}

const quoted = (cell = ''): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word]) => word!);

export function documentedMetrics(): MetricRow[] {
  const text = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  const [, section = ''] = /\n## Metrics\n(.*?)(?:\n## |$)/s.exec(text) ?? [];
  return Array.from(section.matchAll(/^\| (`.*) \|$/gm), ([, line]) => {
    const [names, type = '', labels, processes = ''] = line!.split('|').map((cell) => cell.trim());
    const patterns = quoted(names).map((name) => new RegExp(`^${name.replace('*', '.*')}$`));
    return { names: patterns, type, labels: quoted(labels), processes: processes.split(', ') };
  });
}

/** The metrics that a PromQL expression names: those of the service, of the SDK and of the process. */
export function metricsIn(expression: string): string[] {
  return expression.match(/\b(shelfwright|temporal|process|nodejs)_\w+/g) ?? [];
}
