/** The fields of POST /v1/shelves other than the file. */
import { invalid } from '../../contract/errors.js';
import { NAME_MAX_LENGTH } from '../../contract/shelf.js';
import { ACCEPTANCE_POLICIES, TEMPLATES, type AcceptancePolicy, type Template } from '../../contract/vocabulary.js';
import { checkName } from '../shelf-fields.js';
import { cutText } from '../text.js';
import { checkLanguage } from './language-field.js';

export const CREATE_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'template',
  'language',
  'review',
  'acceptancePolicy',
]);

export interface ShelfFields {
  name: string;
  template: Template | null;
  /** Names of installed languages joined by "+"; null to detect them from the document. */
  languages: string | null;
  acceptancePolicy: AcceptancePolicy;
  reviewMode: boolean;
}

/** Validates the fields. Sessions can ask for a review, keys can choose the policy. Throws ServiceError 400. */
export function checkFields(
  fields: ReadonlyMap<string, string>,
  { fileName, bySession, installed }: { fileName: string; bySession: boolean; installed: string },
): ShelfFields {
  const [name, review] = [fields.get('name'), fields.get('review')];
  if (review !== undefined && review !== 'true' && review !== 'false')
    throw invalid('review', 'invalid_value', 'review: true or false');
  if (review === 'true' && !bySession)
    throw invalid('review', 'deprecated', 'review: uploads with an API key go straight through, leave it out');
  return {
    name: name === undefined ? nameOf(fileName) : checkName(name),
    template: oneOf(fields, 'template', TEMPLATES),
    languages: checkLanguage(fields.get('language'), installed),
    acceptancePolicy: (bySession ? null : oneOf(fields, 'acceptancePolicy', ACCEPTANCE_POLICIES)) ?? 'balanced',
    reviewMode: review === 'true',
  };
}

function oneOf<T extends string>(fields: ReadonlyMap<string, string>, field: string, allowed: readonly T[]): T | null {
  const value = fields.get(field);
  if (value === undefined) return null;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalid(field, 'invalid_value', `${field}: one of ${allowed.join(', ')}`, { allowed });
  return found;
}

/** A file's name without its extension, cut to length. */
function nameOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').trim() || fileName;
  return cutText(stem, NAME_MAX_LENGTH).trim();
}
