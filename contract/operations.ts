/** Operations of an approval: the body of POST /v1/shelves/{id}/approve and its validation. */
import { Type, type Static } from 'typebox';
import { ref } from './common.js';
import { invalid } from './errors.js';
import {
  MAX_OPERATIONS,
  MAX_OPERATIONS_BYTES,
  OPERATION_TYPES,
  pathProblem,
  type Operation,
  type OperationType,
} from './vocabulary.js';

const Path = Type.String({
  minLength: 1,
  maxLength: 400,
  description:
    'Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash.',
});

export const FileOperation = Type.Union(
  [
    Type.Object(
      { type: Type.Literal('rename'), from: Path, to: Path },
      { description: 'Moves a file, or a directory with all in it. `to` must not exist.' },
    ),
    Type.Object(
      { type: Type.Literal('delete'), path: Path },
      { description: 'Deletes a file, or a directory with all in it.' },
    ),
    Type.Object(
      { type: Type.Literal('mkdir'), path: Path },
      { description: 'Makes a directory, which is kept if a file ends up in it.' },
    ),
    Type.Object(
      { type: Type.Literal('write'), path: Path, content: Type.String() },
      { description: 'Creates or replaces a file. The content is stored as sent.' },
    ),
  ],
  {
    $id: 'FileOperation',
    examples: [
      { type: 'rename', from: '02-scope.md', to: 'part-1/01-scope.md' },
      { type: 'delete', path: '09-index.md' },
      { type: 'mkdir', path: 'part-1' },
      { type: 'write', path: '10-note.md', content: '# Note\n\nChecked on 2 January.\n' },
    ],
  },
);
export type FileOperation = Static<typeof FileOperation>;

export const ApproveBody = Type.Object(
  {
    operations: Type.Optional(
      Type.Array(ref(FileOperation), {
        maxItems: MAX_OPERATIONS,
        description: 'Applied in order, all or none, before the tree becomes a version. At most 16 MiB in all.',
      }),
    ),
    draft: Type.Optional(
      Type.String({
        description: 'publicId of the draft that was reviewed: with another one there is nothing approved.',
      }),
    ),
    revision: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Of the pending operations that were reviewed; the same.' }),
    ),
  },
  {
    $id: 'ApproveBody',
    examples: [
      {
        operations: [
          { type: 'rename', from: '02-scope.md', to: 'part-1/01-scope.md' },
          { type: 'write', path: '10-note.md', content: '# Note\n\nChecked on 2 January.\n' },
        ],
      },
    ],
  },
);
export type ApproveBody = Static<typeof ApproveBody>;

/** The fields of each kind of operation; all are required, others are ignored. */
const MEMBERS = {
  rename: ['from', 'to'],
  delete: ['path'],
  mkdir: ['path'],
  write: ['path', 'content'],
} as const satisfies Record<OperationType, readonly string[]>;

/** The operations in the body of an approve; none if it is absent or has none. Throws ServiceError 400. */
export function operationsOf(body: unknown): Operation[] {
  if (body === undefined || body === null) return [];
  if (!isObject(body)) throw invalid('body', 'invalid_type', 'The body must be a JSON object.');
  return checkOperations(body.operations);
}

/**
 * Validates the form of operations, without the tree that they apply to.
 *
 * @throws ServiceError VALIDATION_ERROR with `{field: "operations", reason}`, and `index` and `member` where there is one.
 */
export function checkOperations(value: unknown): Operation[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid('operations', 'invalid_type', 'operations: must be an array');
  if (value.length > MAX_OPERATIONS) {
    const message = `operations: at most ${MAX_OPERATIONS} are possible`;
    throw invalid('operations', 'too_many', message, { max: MAX_OPERATIONS });
  }
  const operations = value.map(operationAt);
  let bytes = 0;
  const encoder = new TextEncoder(); // not Buffer: the web app reads the types of this file
  for (const operation of operations) for (const text of Object.values(operation)) bytes += encoder.encode(text).length;
  if (bytes > MAX_OPERATIONS_BYTES) {
    const message = `operations: at most ${MAX_OPERATIONS_BYTES} bytes are possible`;
    throw invalid('operations', 'too_large', message, { maxBytes: MAX_OPERATIONS_BYTES });
  }
  return operations;
}

function operationAt(value: unknown, index: number): Operation {
  const refused = (reason: string, message: string, more: object = {}): Error =>
    invalid('operations', reason, `operations[${index}]: ${message}`, { index, ...more });
  if (!isObject(value)) throw refused('invalid_type', 'must be an object');
  const text = (member: string): string => {
    const found = value[member];
    if (found === undefined) throw refused('required', `${member} is missing`, { member });
    if (typeof found !== 'string') throw refused('invalid_type', `${member} must be a string`, { member });
    return found;
  };
  const type = OPERATION_TYPES.find((one) => one === text('type'));
  if (!type) throw refused('unknown_type', `type must be one of ${OPERATION_TYPES.join(', ')}`, { member: 'type' });
  const members = MEMBERS[type].map((member) => [member, text(member)] as const);
  for (const [member, found] of members) {
    const problem = member === 'content' ? null : pathProblem(found);
    if (problem) throw refused('invalid_path', `${member} ${problem}`, { member });
    // Postgres and UTF-8 files cannot store these unchanged
    if (found.includes('\0') || !found.isWellFormed())
      throw refused('invalid_characters', `${member} holds a NUL character or half a character`, { member });
  }
  return { type, ...Object.fromEntries(members) } as Operation;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
