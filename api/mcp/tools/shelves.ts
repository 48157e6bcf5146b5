import { Type } from 'typebox';
import { MAX_PAGE } from '../../../contract/common.js';
import { NAME_MAX_LENGTH, type Shelf, type ShelfList } from '../../../contract/shelf.js';
import { SHELF_SORTS, TEMPLATES } from '../../../contract/vocabulary.js';
import { fitItems, shorten, smallerPage } from '../bounded.js';
import { data, defineTool } from '../define-tool.js';
import { Count, CountOrNull, NextOffset, Offset, ShelfId, Tag, TextOrNull } from './arguments.js';

/** With names and tags of usual length, so many fit into one answer. */
const MAX_SHELVES = 50;
const USUAL_SHELVES = 20;
const MAX_NOTE = 2000;

const described = {
  shelf_id: Type.String(),
  name: Type.String(),
  status: Type.String(),
  template: TextOrNull,
  page_count: CountOrNull,
  version: CountOrNull,
  tags: Type.Array(Type.String()),
  updated_at: Type.String(),
};

/** What every answer about a shelf says of it. */
function describeShelf(shelf: Shelf) {
  const { publicId, name, status, template, pageCount, currentVersionNumber, tags, updatedAt } = shelf;
  return {
    shelf_id: publicId,
    name,
    status,
    template,
    page_count: pageCount,
    version: currentVersionNumber,
    tags,
    updated_at: updatedAt,
  };
}

export const listShelves = defineTool({
  name: 'list_shelves',
  title: 'List shelves',
  description:
    'Lists your shelves, newest first; finds one by its name. A shelf is one PDF as a tree of Markdown files; it can be read while its status is ready.',
  kind: 'reads',
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Page of the list, from 1.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SHELVES, description: 'Shelves on a page; default 20.' }),
    ),
    status: Type.Optional(Type.String({ description: 'ready, failed, review, parsing, ...; several: ready,review.' })),
    query: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH, description: 'Part of the name.' })),
    template: Type.Optional(Type.Enum([...TEMPLATES])),
    tag: Tag,
    updated_since: Type.Optional(Type.String({ description: 'ISO time: changed then or later.' })),
    sort: Type.Optional(Type.Enum([...SHELF_SORTS], { description: 'Default: -createdAt, newest first.' })),
  }),
  output: Type.Object({
    shelves: Type.Array(Type.Object(described)),
    page: Count,
    total_pages: Count,
    total: Count,
    more: Type.Optional(Type.String()),
  }),
  async run({ page = 1, limit = USUAL_SHELVES, status, query, template, tag, updated_since, sort }, { api, signal }) {
    const list = await api.json<ShelfList>({
      path: ['v1', 'shelves'],
      query: { page, limit, status, q: query, template, tag, updatedSince: updated_since, sort },
      signal,
    });
    const { pagination } = list;
    const rest = { page: pagination.page, total_pages: pagination.totalPages, total: pagination.total };
    const { shown } = fitItems(rest, list.data.map(describeShelf), 1);
    const left = list.data.length - shown.length;
    return data({ shelves: shown, ...rest, ...(left > 0 && { more: smallerPage('limit', { left, page, limit }) }) });
  },
});

const progress = Type.Union([
  Type.Object({ step: Type.String(), pages_done: CountOrNull, page_count: CountOrNull }),
  Type.Null(),
]);

/** The state of a shelf's work, as get_shelf and wait_for_shelf give it. */
export const STATE = { ...described, error: TextOrNull, failed_at_step: TextOrNull, progress };

export function describeState(shelf: Shelf) {
  const { progress: at, errorMessage, failedAtStep } = shelf;
  return {
    ...describeShelf(shelf),
    error: errorMessage === null ? null : shorten(errorMessage, MAX_NOTE),
    failed_at_step: failedAtStep,
    progress: at && { step: at.step, pages_done: at.pagesDone, page_count: at.pageCount },
  };
}

export const getShelf = defineTool({
  name: 'get_shelf',
  title: 'Look at a shelf',
  description:
    'Says what state a shelf is in: status, progress of the work, why it failed, and findings (remarks of the check of the text against the PDF; severity review or error means: compare with the PDF).',
  kind: 'reads',
  input: Type.Object({ shelf_id: ShelfId, offset: Offset }),
  output: Type.Object({
    ...STATE,
    audit: TextOrNull,
    audit_summary: TextOrNull,
    findings: Type.Array(
      Type.Object({
        severity: Type.String(),
        message: Type.String(),
        path: Type.Optional(Type.String()),
        source: Type.Optional(Type.String()),
      }),
    ),
    findings_total: Count,
    next_offset: NextOffset,
  }),
  async run({ shelf_id, offset = 1 }, { api, signal }) {
    const shelf = await api.json<Shelf>({ path: ['v1', 'shelves', shelf_id], signal });
    const all = shelf.auditFindings ?? [];
    const rest = {
      ...describeState(shelf),
      audit: shelf.auditStatus,
      audit_summary: shelf.auditSummary && shorten(shelf.auditSummary, MAX_NOTE),
      findings_total: all.length,
    };
    const findings = all.slice(offset - 1).map(({ severity, message, file, sourceRef }) => ({
      severity,
      message: shorten(message, MAX_NOTE),
      ...(file !== undefined && { path: shorten(file, MAX_NOTE) }),
      ...(sourceRef !== undefined && { source: shorten(sourceRef, MAX_NOTE) }),
    }));
    const { shown, next } = fitItems(rest, findings, offset);
    return data({ ...rest, findings: shown, ...(next && { next_offset: next }) });
  },
});
