/**
 * Writes generated/bodies.d.ts: request bodies as a caller sends them. In api.d.ts, where they are what a handler receives, a field that
 * has a default is always there; a caller may leave it out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';

interface Body {
  readonly required?: boolean;
  readonly content: { readonly 'application/json'?: { readonly schema: Schema }; readonly '*/*'?: object };
}
type Schemas = NonNullable<NonNullable<OpenAPI3['components']>['schemas']>;
type Schema = Schemas[string];
interface Document extends Pick<OpenAPI3, 'openapi' | 'info'> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string; readonly requestBody?: Body }>>>>;
  readonly components: { readonly schemas: Schemas };
}
const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));

const schemas: Schemas = {};
const lines: string[] = [];
for (const [path, item] of Object.entries(document.paths)) {
  const bodies = Object.entries(item).flatMap(([method, { operationId = '', requestBody }]) =>
    requestBody ? [bodyOf(method, operationId, requestBody)] : [],
  );
  if (bodies.length) lines.push(`  '${path}': { ${bodies.join('; ')} };`);
}

function bodyOf(method: string, operationId: string, { required, content }: Body): string {
  const schema = content['application/json']?.schema;
  if (!schema && content['*/*']) return `${method}${required ? '' : '?'}: Bytes`;
  if (!schema) throw new Error(`${operationId}: the client can only send JSON, and bytes of any type`);
  const name = nameIn(schema) ?? operationId;
  schemas[name] = document.components.schemas[name] ?? schema;
  reach(schemas[name]);
  return `${method}${required ? '' : '?'}: components['schemas']['${name}']`;
}

/** Takes along the schemas that `part` refers to. */
function reach(part: unknown) {
  if (typeof part !== 'object' || part === null) return;
  const name = nameIn(part);
  const schema = document.components.schemas[name ?? ''];
  if (name !== undefined && schema && !schemas[name]) reach((schemas[name] = schema));
  Object.values(part).forEach(reach);
}

function nameIn(part: object): string | undefined {
  return '$ref' in part && typeof part.$ref === 'string' ? part.$ref.split('/').at(-1) : undefined;
}

const types = await openapiTypes(
  { openapi: document.openapi, info: document.info, components: { schemas } },
  { defaultNonNullable: false },
);
writeFileSync(
  'generated/bodies.d.ts',
  `// Generated from generated/openapi.json by scripts/generate-bodies.ts. Do not edit.

/** A file, as it is. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** What each operation takes as its body. */
export interface Bodies {
${lines.join('\n')}
}

${astToString(types)}`,
);
