/** Arguments and members of answers that several tools share. */
import { Type } from 'typebox';
import { TAG_MAX_LENGTH } from '../../../contract/vocabulary.js';
import { nullable, SHELF_ID_PATTERN } from '../../../contract/common.js';

export const ShelfId = Type.String({ pattern: SHELF_ID_PATTERN, description: 'From list_shelves: shf_...' });
export const Path = Type.String({ minLength: 1, maxLength: 400, description: 'Path of a file, from get_shelf_tree.' });
export const VersionArgument = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Default: the current content.' }),
);
export const Tag = Type.Optional(
  Type.String({ minLength: 1, maxLength: TAG_MAX_LENGTH, description: 'Only shelves with this tag.' }),
);
/** Where an answer continues: its `next_offset`. */
export const Offset = Type.Optional(
  Type.Integer({ minimum: 1, description: 'From 1. To continue: next_offset of the last answer.' }),
);

export const NextOffset = Type.Optional(Type.Integer());
export const Count = Type.Integer();
export const CountOrNull = nullable(Type.Integer());
export const TextOrNull = nullable(Type.String());
