/** What Schemathesis is told of this service beyond its OpenAPI document. */

/** The shelf that each operation on a shelf is tried at. */
interface Shelves {
  ready: string;
  review: string;
}

/** Routes whose shelf is left as it is by whatever is asked of it. */
const READS = [
  ...[
    '',
    '/archive-url',
    '/cite',
    '/diff',
    '/files/{filePath}',
    '/listing',
    '/outline',
    '/search',
    '/tree',
    '/versions',
  ],
  ...['/versions/{version}/tree', '/versions/{version}/files/{filePath}'],
].map((rest) => `GET /v1/shelves/{id}${rest}`);

/** Where input of the right form is refused for what it means: a code that is not the one, lines that there are not. */
const JUDGED = [
  'POST /v1/auth/verify-email',
  'POST /api/auth/reset-password',
  'POST /v1/shelves',
  'POST /v1/shelves/{id}/upload',
  'POST /v1/shelves/{id}/approve',
  'POST /v1/dashboard/api-keys',
  'GET /v1/shelves/{id}/search',
  'GET /v1/shelves/{id}/cite',
];

/** TOML; with `shelves`, operations find one that exists, else they are left to made up ids. */
export function configOf(shelves: Shelves | null): string {
  const sections = [
    // a method that a route does not have is 404 here, as every unknown route
    'checks.unsupported_method.enabled = false',
    'request-timeout = 30',
    // a stream does not end; test/api/events.test.ts is about it
    operation('GET /v1/shelves/{id}/events', 'enabled = false'),
    // it would end the session that all other requests come with
    operation('POST /api/auth/logout', shelves ? 'enabled = false' : ''),
  ];
  const given = new Map<string, string>();
  if (shelves) {
    for (const name of [...READS, 'GET /api/shelves/{id}/creds', 'POST /v1/shelves/{id}/upload'])
      given.set(name, shelves.ready);
    for (const rest of ['approve', 'regenerate']) given.set(`POST /v1/shelves/{id}/${rest}`, shelves.review);
  }
  for (const name of new Set([...JUDGED, ...given.keys()])) {
    const lines = [];
    if (given.has(name)) lines.push(`parameters = { "path.id" = "${given.get(name)}" }`);
    if (JUDGED.includes(name)) lines.push('checks.positive_data_acceptance.enabled = false');
    sections.push(operation(name, lines.join('\n')));
  }
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function operation(name: string, lines: string): string {
  return lines && `[[operations]]\ninclude-name = "${name}"\n${lines}`;
}
