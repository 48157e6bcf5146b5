/** An operation of the document as a request type, an entry in the table of operations, and a method. */
import type { OpenApiOperation, Parameter, Schema } from './document.js';
import { docOf, memberName, typeOf } from './types.js';

/** Headers that callers do not set in a request: the browser does, or an option of the call. */
const HANDLED_HEADERS = ['origin', 'if-none-match', 'idempotency-key'];
const JSON_TYPES = /^application\/([\w.-]+\+)?json$/;

/** How the client reads a reply: by its Content-Type where JSON and text are both possible. */
type ReplyKind = 'json' | 'text' | 'mixed' | 'response';

export interface OperationCode {
  /** The declaration of the request's type; empty where nothing can be said. */
  request: string;
  /** A member of the table of operations. */
  entry: string;
  /** A method of the client. */
  method: string;
}

/** The code for one operation. Throws where it has a form that the generator does not know. */
export function operationCode(method: string, path: string, operation: OpenApiOperation): OperationCode {
  const { operationId: id, parameters = [], summary, description } = operation;
  const header = parameters.filter(({ in: place }) => place === 'header');
  const sent = header.filter(({ name }) => !HANDLED_HEADERS.includes(name.toLowerCase()));
  const members = [
    ...parameters.filter(({ in: place }) => place === 'path'),
    ...parameters.filter(({ in: place }) => place === 'query'),
    ...sent,
  ];
  const body = bodyOf(operation);
  const request = requestType(id, members, body);
  const { kind, type } = replyOf(operation);
  const table = {
    id,
    method: method.toUpperCase(),
    path,
    query: members.filter((one) => one.in === 'query').map(({ name }) => name),
    headers: Object.fromEntries(sent.map(({ name }) => [camelCase(name), name])),
    body: body?.kind ?? null,
    reply: kind,
    isRepeatable: header.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
  };
  const isOptional = !members.some(({ required }) => required) && !body?.required;
  const argument = request ? `request: ${requestName(id)}${isOptional ? ' = {}' : ''}, ` : '';
  return {
    request,
    entry: `${id}: ${JSON.stringify(table)},`,
    method: `${docOf([summary, description].filter(Boolean).join('\n\n'))}${id}(${argument}options?: CallOptions): Promise<${type}> {
      return this.send(OPERATIONS.${id}, ${request ? 'request' : '{}'}, options);
    }`,
  };
}

const requestName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;

const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Body {
  kind: 'json' | 'form';
  required: boolean;
  type: string;
}

function bodyOf({ operationId, requestBody }: OpenApiOperation): Body | null {
  if (!requestBody) return null;
  const [[mediaType, { schema = {} }] = ['', {}], ...others] = Object.entries(requestBody.content);
  const kind = { 'application/json': 'json', 'multipart/form-data': 'form' }[mediaType] as Body['kind'] | undefined;
  if (!kind || others.length > 0) throw new Error(`${operationId}: the generator does not know this body`);
  return { kind, required: requestBody.required ?? false, type: typeOf(schema, `${operationId}.body`) };
}

function requestType(id: string, members: Parameter[], body: Body | null): string {
  const names = members.map((one) => (one.in === 'header' ? camelCase(one.name) : one.name));
  if (new Set([...names, 'body']).size <= names.length) throw new Error(`${id}: two parameters have one name`);
  if (members.length === 0 && !body) return '';
  const lines = members.map(
    ({ description, required, schema }, at) =>
      `${docOf(describe(description, schema))}${memberName(names[at]!)}${required ? '' : '?'}: ${typeOf(schema, `${id}.${names[at]!}`)};`,
  );
  if (body) lines.push(`body${body.required ? '' : '?'}: ${body.type};`);
  return `export interface ${requestName(id)} {\n${lines.join('\n')}\n}\n`;
}

/** The client encodes paths itself, so that its callers must not. */
const ENCODING_HINT = '; each segment percent-encoded';

function describe(description: string | undefined, schema: Schema): string | undefined {
  const text = description?.replace(ENCODING_HINT, '');
  return schema.default === undefined ? text : `${text ?? ''} Default ${JSON.stringify(schema.default)}.`.trim();
}

/** The type of what a successful reply holds. */
function replyOf({ operationId, responses }: OpenApiOperation): { kind: ReplyKind; type: string } {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.entries(content));
  if (contents.length === 0) throw new Error(`${operationId}: no reply has a body`);
  const isText = contents.every(([type]) => type !== 'text/event-stream' && /^text\/|json$/.test(type));
  if (!isText) return { kind: 'response', type: 'Response' };
  const json = contents.filter(
    ([type, { schema }]) => JSON_TYPES.test(type) && (schema?.$ref ?? contents.length === 1),
  );
  const types = [...new Set(json.map(([, { schema = {} }]) => typeOf(schema, `${operationId}.reply`)))];
  if (json.length === contents.length) return { kind: 'json', type: types.join(' | ') };
  return types.length > 0 ? { kind: 'mixed', type: `${types.join(' | ')} | string` } : { kind: 'text', type: 'string' };
}
