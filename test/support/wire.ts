/** Checks replies against what /openapi.json says of their route and status. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** A function that throws when a reply is not one that the interface describes. */
export function wireChecker(app: FastifyInstance) {
  const document = app.swagger() as unknown as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'wire', ...document });
  const routes = Object.entries(document.paths).map(([template, operations]) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{filePath\}$/, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    operations,
  }));

  return ({ method = 'GET', url = '/' }: InjectOptions, response: LightMyRequestResponse): void => {
    const path = (typeof url === 'string' ? url : '').split('?')[0] as string;
    const verb = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const route = routes.find(({ pattern, operations }) => pattern.test(path) && operations[verb]);
    const { statusCode } = response;
    const where = `${method} ${path} -> ${statusCode}`;
    const schema = route
      ? schemaOf(route.operations[verb] as Operation, statusCode, where, response)
      : '#/components/schemas/Error';
    if (schema === null || method.toUpperCase() === 'HEAD') return;
    const validate = typeof schema === 'string' ? ajv.getSchema(`wire${schema}`) : ajv.compile(absolute(schema));
    if (!validate) throw new Error(`${where}: no schema`);
    if (!validate(response.json())) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${response.body}`);
  };
}

/** Null where the body is no JSON. */
function schemaOf(operation: Operation, status: number, where: string, response: LightMyRequestResponse) {
  const described = operation.responses[status];
  if (!described) throw new Error(`${where}: the interface does not know this status\n${response.body}`);
  if (!described.content) return null;
  const [mediaType = ''] = String(response.headers['content-type']).split(';');
  const content = described.content[mediaType];
  if (!content) throw new Error(`${where}: the interface does not know ${mediaType} here`);
  return mediaType === 'application/json' && content.schema && '$ref' in content.schema ? content.schema : null;
}

function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"wire#/components')) as object;
}
