import { ADMIN, STS } from './admin.js';
import type { Attack } from './attack.js';
import { BY_ID, NOBODY } from './key-ids.js';
import { LISTS } from './lists.js';
import { READS } from './reads.js';
import { ENDED, PRESIGNED, SESSION_URLS } from './urls.js';
import { WRITES } from './writes.js';

const named = (group: string, attacks: Attack[]): Attack[] =>
  attacks.map((attack) => ({ ...attack, name: `${group}: ${attack.name}` }));

export const ATTACKS: readonly Attack[] = [
  ...named('read', READS),
  ...named('list', LISTS),
  ...named('write', WRITES),
  ...named('admin', [...ADMIN, ...STS]),
  ...named('key id', [...BY_ID, ...NOBODY]),
  ...named('archive URL', PRESIGNED),
  ...named('session URL', SESSION_URLS),
  ...named('ended', ENDED),
];
