/** What Schemathesis is told of this service beyond its OpenAPI document. */

export interface Fuzzing {
  credential: { apiKey: string } | { sessionToken: string; origin: string };
  /** The shelves that operations are tried at; null leaves them to ids that are made up. */
  shelves: { ready: string; review: string } | null;
}

/** Operations that leave a shelf in `ready` as it is, or in work for a moment. */
const AT_READY = [
  ...['', '/archive-url', '/cite', '/diff', '/events', '/files/{filePath}', '/listing', '/outline', '/search', '/tree'],
  ...['/versions', '/versions/{version}/tree', '/versions/{version}/files/{filePath}'],
]
  .map((rest) => `GET /v1/shelves/{id}${rest}`)
  .concat('GET /api/shelves/{id}/creds', 'POST /v1/shelves/{id}/retry', 'POST /v1/shelves/{id}/restore');

const AT_REVIEW = ['POST /v1/shelves/{id}/regenerate', 'POST /v1/shelves/{id}/approve'];

/** Where input of the right form is refused for what it means: a code that is not the one, lines that there are not. */
const JUDGED = [
  'POST /v1/auth/verify-email',
  'POST /api/auth/reset-password',
  'POST /v1/shelves',
  'POST /v1/shelves/{id}/upload',
  'POST /v1/shelves/{id}/approve',
  'POST /v1/dashboard/api-keys',
  // URLs that lead nowhere, and times that are too old
  'POST /v1/webhooks',
  'PATCH /v1/webhooks/{webhookPublicId}',
  'POST /v1/webhooks/{webhookPublicId}/recover',
  'GET /v1/shelves/{id}/search',
  'GET /v1/shelves/{id}/cite',
  // the values that it makes for Last-Event-ID, whose pattern has two branches, do not match it
  'GET /v1/shelves/{id}/events',
];

/** As TOML. */
export function configOf({ credential, shelves }: Fuzzing): string {
  const settings = [
    'request-timeout = 30',
    // a stream does not end; its first message is the present state
    'max-stream-events = 1',
    // a method that a route does not have is 404 here, as every unknown route
    'checks.unsupported_method.enabled = false',
  ];
  const operations = new Map(JUDGED.map((name) => [name, ['checks.positive_data_acceptance.enabled = false']]));
  const add = (name: string, line: string) => operations.set(name, [...(operations.get(name) ?? []), line]);
  if (shelves) {
    for (const name of AT_READY) add(name, `parameters = { "path.id" = "${shelves.ready}" }`);
    // where another part of the path is varied, an id of its own making is told of in place of this one
    for (const name of AT_READY.filter((one) => /\{id\}.*\{/.test(one)))
      add(name, 'checks.negative_data_rejection.enabled = false');
    for (const name of AT_REVIEW) add(name, `parameters = { "path.id" = "${shelves.review}" }`);
  }
  // OpenAPI 3.1 knows the stream as a text; Schemathesis takes the schema for that of each message
  add('GET /v1/shelves/{id}/events', 'checks.response_schema_conformance.enabled = false');
  if ('apiKey' in credential) settings.push(`auth.openapi.bearer.bearer = "${credential.apiKey}"`);
  else {
    settings.push(`auth.openapi.session.api_key = "${credential.sessionToken}"`);
    settings.push(`headers = { Origin = "${credential.origin}" }`);
    // with a session the policy is ignored
    add('POST /v1/shelves', 'checks.negative_data_rejection.enabled = false');
    // they end the session that all others come with
    for (const name of ['POST /api/auth/logout', 'POST /api/auth/login']) add(name, 'enabled = false');
  }
  const sections = [...operations].map(([name, lines]) => [`[[operations]]`, `include-name = "${name}"`, ...lines]);
  return [settings, ...sections].map((lines) => `${lines.join('\n')}\n`).join('\n');
}
