/** The Grafana dashboards of deploy/grafana. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../deploy/grafana');

export interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string; refId: string; datasource: { uid: string } }[];
}

export interface Dashboard {
  file: string;
  uid: string;
  title: string;
  panels: Panel[];
}

export function readDashboards(): Dashboard[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Dashboard, 'file'>), file }));
}

/** Each query with the panel that it is of. */
export function queriesOf({ file, panels }: Dashboard): { where: string; expr: string }[] {
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })));
}
