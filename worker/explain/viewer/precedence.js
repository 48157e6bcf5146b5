/** Which of the decisions about a block answer "why is it this?": those come first. */

import { OTHERWISE } from './data.js';

const TABLE =
  'aligned-table ruled-table shaded-table tagged-table ruled-off-table ruled-header-table continued-table label-value-table no-table';
const HEADING =
  'heading series-heading own-type plain-heading lone-number heading-confirmed run-in-heading title heading-standing running-head picture-label masthead byline';

/** The tables that make a block what it is, or refuse to, the one that is asked most often first. */
const TABLES_OF_ROLE = Object.fromEntries(
  Object.entries({
    heading: `${HEADING} heading-level`,
    paragraph: `byline masthead title-line running-head picture-label block-role ${HEADING}`,
    list: 'list-item list-nesting letter-bullet drawn-bullet',
    table: TABLE,
    caption: 'caption-title block-role',
    figure: 'figure untold-picture table-above-figure',
    code: 'block-role',
    quote: 'block-quote quote-member quoted-paragraph quote-start',
    equation: 'equation-part block-role',
    footnote: 'footnote note-reference block-role',
    contents: 'contents contents-line block-role',
    field: 'ruled-table field-label field-line',
    furniture: 'furniture furniture-row stamp line-numbers',
  }).map(([role, tables]) => [role, tables.split(' ')]),
);

/** Stages that divide and check what is decided by then. */
const AFTER_BLOCKS = new Set(['structure', 'files', 'verify']);

export const isAnswer = ({ rule }) => rule !== OTHERWISE;

/** 0 for the role's own table, 1 for its refusals, 2 for everything else. */
function rankOf({ table, verdict }, tables) {
  if (!tables.includes(table)) return 2;
  return verdict === 'refused' || verdict === 'text' ? 1 : 0;
}

/**
 * Groups of like decisions, in the order in which they were taken, parted and sorted: what made the block its role, what
 * refused to make it that or something like it, and the rest, of which the latest is first.
 */
export function inOrder(groups, role) {
  const tables = TABLES_OF_ROLE[role] ?? [];
  const place = ([{ table }]) => tables.indexOf(table);
  const sorted = groups
    .toReversed()
    .toSorted((a, b) => rankOf(a[0], tables) - rankOf(b[0], tables) || place(a) - place(b));
  const isOfFiles = ([{ stage }]) => AFTER_BLOCKS.has(stage);
  const named = sorted.filter(([first]) => isAnswer(first));
  return {
    answers: named.filter((group) => !isOfFiles(group)),
    ofFiles: named.filter(isOfFiles),
    open: sorted.filter(([first]) => !isAnswer(first)),
  };
}
