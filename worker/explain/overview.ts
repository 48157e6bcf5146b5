/** What an explanation shows beside the decisions: the pages, the final blocks, the rules with their reasons. */
import type { ParsedPage } from '../../engine/model.js';
import type { AnyDecisionTable } from '../../engine/rules.js';
import type { RoleBox } from './roles.js';

export interface PageFacts {
  number: number;
  /** In points, as displayed. */
  width: number;
  height: number;
  /** Clockwise degrees that the page's picture is askew: its boxes lie as if it were level. */
  skew: number;
}

export interface TableReasons {
  table: string;
  /** In order of precedence. */
  rules: { name: string; why: string }[];
}

export const tableReasons = ({ name, rules }: AnyDecisionTable): TableReasons => ({
  table: name,
  rules: rules.map((rule) => ({ name: rule.name, why: rule.why })),
});

export interface Overview {
  pages: PageFacts[];
  roles: RoleBox[];
  /** Of each table that decided anything. */
  tables: TableReasons[];
  /** Decisions that the log had no room for. */
  leftOut: number;
}

export const pageFacts = ({ number, width, height, recognised }: ParsedPage): PageFacts => ({
  number,
  width,
  height,
  skew: recognised?.skew ?? 0,
});
