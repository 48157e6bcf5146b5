/** docs/runbook.md names commands, alerts, metrics and tests that there are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COMMANDS } from '../../../admin/commands.js';
import { readRequest } from '../../../admin/request.js';
import { documentedMetrics, metricsIn } from '../../support/metrics-table.js';

const root = join(import.meta.dirname, '../../../..');
const text = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const entries = text.split(/^## /m).slice(1);
const titles = entries.map((entry) => entry.slice(0, entry.indexOf('\n')));
const spans = Array.from(text.matchAll(/`([^`]+)`/g), ([, span]) => span!);

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('every symptom leads to an entry, and every entry has one', () => {
  const table = Array.from(text.matchAll(/^\|.*\| \[([^\]]+)\]\(#([^)]+)\) \|$/gm), ([, title, anchor]) => ({
    title,
    anchor,
  }));
  expect(table).toEqual(titles.map((title) => ({ title, anchor: anchorOf(title) })));
});

test.each(titles)('"%s" was tried by tests that there are', (title) => {
  const entry = entries.find((one) => one.startsWith(`${title}\n`)) ?? '';
  const [, tried = ''] = /^Tried: (.*)\.$/m.exec(entry) ?? [];
  const files = tried.split(', ').map((file) => file.replaceAll('`', ''));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

/** What an operator puts in place of the words in capitals. */
const GIVEN: Record<string, string> = {
  EMAIL: 'ada@example.com',
  KEY: `key_${'0'.repeat(24)}`,
  FOLDER: '/backups',
  IP: '192.0.2.1',
  N: '100',
};

test('every command is understood', () => {
  const names = Object.keys(COMMANDS);
  const commands = spans.filter((span) => names.some((name) => span.startsWith(name)));
  expect(commands.length).toBeGreaterThan(25);
  for (const command of commands) {
    const id = `${command.startsWith('delivery') ? 'dlv' : 'shf'}_${'0'.repeat(24)}`;
    const args = command.split(' ').map((word) => GIVEN[word] ?? (word === 'ID' ? id : word));
    expect([command, isUnderstood(args)]).toEqual([command, true]);
  }
});

/** Commands that are only named lack their operands. */
function isUnderstood(args: string[]): boolean {
  try {
    return readRequest(args) !== null;
  } catch (error) {
    return args.length === 2 && /^usage: |add --confirm|Add --/.test((error as Error).message);
  }
}

test('alerts and metrics are those that there are', () => {
  interface Rules {
    groups: { rules: { alert: string }[] }[];
  }
  const { groups } = parse(readFileSync(join(root, 'docs/alerts.yml'), 'utf8')) as Rules;
  const alerts = new Set(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
  const named = Array.from(text.matchAll(/^\|[^|]*\|([^|]*)\|/gm), ([, cell]) => cell!.match(/\w{5,}/g) ?? []).flat();
  expect(named.slice(1).filter((name) => !alerts.has(name))).toEqual([]);
  const rows = documentedMetrics();
  const metrics = spans.flatMap(metricsIn);
  expect(metrics.length).toBeGreaterThan(4);
  expect(metrics.filter((metric) => !rows.some(({ names }) => names.some((name) => name.test(metric))))).toEqual([]);
});
