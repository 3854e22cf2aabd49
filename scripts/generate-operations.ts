/** Writes generated/operations.ts: the data about each operation that the server needs at run time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findLocation } from './complete-contract/place.ts';
import { versionMemberOf } from './complete-contract/versions.ts';
import { auditAction } from './generate-operations/audit-action.ts';
import { literal } from './generate-operations/literal.ts';

interface Example {
  $ref?: string;
  value?: { error?: string };
}
interface Answer {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, { examples?: Record<string, Example>; schema?: Schema }>;
}
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  contentEncoding?: string;
}
interface Body {
  content: Record<string, { schema?: Schema }>;
}
interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: Schema;
}
interface OperationObject {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  responses: Record<string, Answer>;
  parameters?: Parameter[];
  requestBody?: Body;
  'x-permission'?: unknown;
  'x-requires-session'?: boolean;
  'x-body-limit'?: number;
  'x-if-match'?: string;
  'x-audit'?: boolean;
  'x-rate-limit'?: string;
  'x-polled'?: boolean;
  'x-organization'?: 'none' | 'named' | 'optional';
  deprecated?: boolean;
  'x-deprecated'?: string;
  'x-sunset'?: string;
}
interface Document {
  paths: Record<string, Record<string, OperationObject | undefined> & { get?: OperationObject; parameters?: Parameter[] }>;
  security: Record<string, string[]>[];
  components: {
    responses: Record<string, Answer>;
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value?: { id?: string; data?: { id?: string } } }>;
  };
}
const [, , bundle = 'generated/openapi.json', target = 'generated/operations.ts'] = process.argv;
const document: Document = JSON.parse(readFileSync(bundle, 'utf8'));
const lastOf = (ref: string) => ref.split('/').at(-1) ?? '';
const answerOf = (answer: Answer | undefined) => (answer?.$ref ? document.components.responses[lastOf(answer.$ref)] : answer);

/** @returns the message of a 500, from the first example of that answer */
function failureOf({ responses: { 500: failed } }: OperationObject): string {
  const [example] = Object.values(answerOf(failed)?.content?.['application/json']?.examples ?? {});
  return example?.value?.error ?? 'Internal server error';
}

/** @returns the paging of a list: `page`, `given` for `{success, data}` with a cursor only when a page is asked for, or undefined */
function pagedOf(item: { parameters?: Parameter[] }, operation: OperationObject) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    one.$ref ? document.components.parameters[lastOf(one.$ref)] : one,
  );
  if (!parameters.some((parameter) => parameter?.name === 'cursor')) return undefined;
  const schema = answerOf(operation.responses['200'])?.content?.['application/json']?.schema;
  const { properties } = (schema?.$ref ? document.components.schemas[lastOf(schema.$ref)] : schema) ?? {};
  return properties?.success ? 'given' : 'page';
}

/** @returns the names of the query parameters that take the id of a member, `me` or `none` */
function memberFiltersOf({ parameters = [] }: OperationObject): string[] | undefined {
  const names = parameters
    .map((one) => (one.$ref ? document.components.parameters[lastOf(one.$ref)] : one))
    .flatMap((one) => (one?.name && lastOf(one.schema?.$ref ?? one.schema?.items?.$ref ?? '') === 'MemberFilter' ? [one.name] : []));
  return names.length ? names : undefined;
}

/** Whether the ETag is the version of a record. That of a file is not computed from the answer. */
const carriesEtag = (operation: OperationObject | undefined) =>
  operation?.responses['206'] === undefined
    ? ['200', '201'].find((status) => answerOf(operation?.responses[status])?.headers?.ETag)
    : undefined;
/** @returns the member of an answer with an ETag that has the version of the record */
function versionIn(operation: OperationObject): string | undefined {
  const status = carriesEtag(operation);
  return status && versionMemberOf(document, answerOf(operation.responses[status])?.content?.['application/json']?.schema);
}
/** @returns the operation that reads the record of `path`: at the path itself, or at the nearest parent */
function recordOf(path: string): { path: string; get: string } | undefined {
  for (let parent = path; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const get = document.paths[parent]?.get;
    if (get?.operationId && carriesEtag(get)) return { path: parent, get: get.operationId };
  }
  return undefined;
}

const takesIfMatch = ({ parameters = [] }: OperationObject) =>
  parameters.some((one) => (one.$ref ? document.components.parameters[lastOf(one.$ref)] : one)?.name === 'If-Match');

/** Whether a change below the path of a record takes If-Match and answers the record as its GET does. */
function answersRecord(operation: OperationObject, recordPath: string): boolean {
  const schemaOf = ({ responses }: OperationObject) => answerOf(responses['200'])?.content?.['application/json']?.schema?.$ref;
  const read = document.paths[recordPath]?.get;
  return takesIfMatch(operation) && read !== undefined && schemaOf(operation) !== undefined && schemaOf(operation) === schemaOf(read);
}

/** @returns the path at which the created record is read; undefined if there is none */
function locationOf(path: string, { responses }: OperationObject): string | undefined {
  const [created] = Object.entries(responses).filter(([status, answer]) => status.startsWith('2') && answer.headers?.Location);
  return created && findLocation(document, path, ...created);
}

const permissionsOf = (permission: unknown): string[] =>
  typeof permission === 'string'
    ? [permission]
    : Array.isArray(permission)
      ? permission.flatMap(permissionsOf)
      : typeof permission === 'object' && permission !== null
        ? Object.values(permission).flatMap(permissionsOf)
        : [];
/**
 * A GET is a read. So is another operation whose permissions are all `read`, unless it starts a run or requires a session (`isAction`). All
 * other operations are changes.
 */
function effectOf(method: string, permission: unknown, isAction: boolean): 'read' | 'change' {
  const actions = permissionsOf(permission);
  return method === 'get' || (!isAction && actions.length > 0 && actions.every((one) => one === 'read' || one.endsWith(':read')))
    ? 'read'
    : 'change';
}

function scopeOf({ 'x-organization': organization }: OperationObject, security: readonly object[]) {
  if (security.length === 0) return 'public';
  return organization === undefined ? 'organization' : organization === 'optional' ? 'caller' : 'account';
}

/** @returns how the body is parsed: as JSON or as bytes; undefined if there is no body */
function bodyOf({ requestBody }: OperationObject): 'json' | 'bytes' | undefined {
  if (!requestBody) return undefined;
  return 'application/json' in requestBody.content ? 'json' : 'bytes';
}

/** @returns the names of fields that contain files in base64, anywhere in the body */
function filesIn(schema: Schema | undefined, seen = new Set<string>()): string[] {
  if (!schema || (schema.$ref && seen.has(schema.$ref))) return [];
  if (schema.$ref) return filesIn(document.components.schemas[lastOf(schema.$ref)], seen.add(schema.$ref));
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = schema;
  const ownFields = Object.entries(properties).flatMap(([name, property]) => {
    const resolvedProperty = property.$ref ? document.components.schemas[lastOf(property.$ref)] : property;
    return resolvedProperty?.contentEncoding === 'base64' ? [name] : filesIn(property, seen);
  });
  return [...new Set([...ownFields, ...[...(items ? [items] : []), ...allOf, ...oneOf, ...anyOf].flatMap((part) => filesIn(part, seen))])];
}

const lines: string[] = [];
for (const [path, item] of Object.entries(document.paths)) {
  for (const method of ['get', 'put', 'post', 'delete', 'patch']) {
    const operation = item[method];
    if (!operation) continue;
    const { operationId, tags, security = document.security, 'x-permission': permission, responses } = operation;
    if (!operationId || tags?.length !== 1) throw new Error(`${method} ${path}: needs an operationId and exactly one tag`);
    const scope = scopeOf(operation, security);
    if (scope !== 'public' && !permission) throw new Error(`${operationId}: needs x-permission`);
    const record = recordOf(path);
    const isOfRecord = method !== 'get' && record && (record.path === path || answersRecord(operation, record.path));
    const before = operation['x-if-match'] ?? (isOfRecord ? record.get : undefined);
    const files = filesIn(operation.requestBody?.content['application/json']?.schema);
    const success = Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, answer]) => Object.keys(answerOf(answer)?.content ?? {}));
    const entry: Record<string, unknown> = {
      area: tags[0],
      method,
      path,
      scope,
      credentials: security.flatMap((one) => Object.keys(one)),
      permission: permission ?? 'public',
      requiresSession: operation['x-requires-session'],
      effect: effectOf(method, permission, '202' in responses || operation['x-requires-session'] === true),
      failure: failureOf(operation),
      action: auditAction(operation.summary ?? operationId),
      produces: [...new Set(success)],
      problems: answerOf(responses['429'])?.content?.['application/problem+json'] !== undefined,
      paged: pagedOf(item, operation),
      memberFilters: memberFiltersOf(operation),
      etag: carriesEtag(operation) !== undefined || undefined,
      version: versionIn(operation),
      record: record?.path,
      before,
      comparesVersion: (before === undefined && method !== 'get' && takesIfMatch(operation)) || undefined,
      location: locationOf(path, operation),
      body: bodyOf(operation),
      bodyLimit: operation['x-body-limit'],
      files: files.length ? files : undefined,
      logged: operation['x-audit'],
      limited: operation['x-rate-limit'],
      polled: operation['x-polled'],
      leaving: operation.deprecated ? { since: operation['x-deprecated'], until: operation['x-sunset'] } : undefined,
    };
    lines.push(`  ${operationId}: ${literal(entry)},`);
  }
}

/** @returns the patterns that the contract also describes in words, with these words (spec/README.md, Schemas) */
function formsIn(value: unknown): [pattern: string, form: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern, 'x-form': form }: { pattern?: unknown; 'x-form'?: unknown } = value;
  const ownForms: [string, string][] = typeof pattern === 'string' && typeof form === 'string' ? [[pattern, form]] : [];
  return [...ownForms, ...Object.values(value).flatMap(formsIn)];
}

writeFileSync(
  target,
  `// Generated from spec/ by scripts/generate-operations.ts. Do not edit.
import type { operations as Spec } from './api.d.ts';

/** One; all of a list; one of \`anyOf\`; an action on a record whose kind decides the resource; or \`authenticated\` or \`public\`. */
export type Permission = string | readonly string[] | { readonly anyOf: readonly string[] } | { readonly byRecord: string };

export interface Operation {
  readonly area: string;
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  /**
   * What the operation acts on: the organization, the account of the signed-in person, the caller with or without an organization, or
   * nothing (public).
   */
  readonly scope: 'public' | 'account' | 'caller' | 'organization';
  /** Names of the security schemes, any of which will do. */
  readonly credentials: readonly string[];
  readonly permission: Permission;
  /** An act of a person: refused with a key, whatever its scopes. */
  readonly requiresSession?: true;
  /** Whether it may change anything: a change waits its turn, is committed before it is answered, and leaves an audit entry. */
  readonly effect: 'read' | 'change';
  /** What a 500 of it says. */
  readonly failure: string;
  /** Its line in the audit log, which is its summary in the past tense. */
  readonly action: string;
  /** Media types of its successes. */
  readonly produces: readonly string[];
  /** Whether its errors are also to be had as problems of RFC 9457. */
  readonly problems: boolean;
  /** A list in pages: with \`data\` and \`nextCursor\`, or in the given envelope. */
  readonly paged?: 'page' | 'given';
  /** Names of its query parameters in which \`me\` is the member of the caller. */
  readonly memberFilters?: readonly string[];
  /** Whether its 200 or 201 carries the ETag of the record. */
  readonly etag?: true;
  /** The member of this answer with the version of the record: \`version\`, or \`data.version\` in the given envelope. */
  readonly version?: string;
  /** Path of the single record that it reads or changes, or that it stands below. */
  readonly record?: string;
  /** The operation that reads the record which this one changes, as a whole or in part. */
  readonly before?: keyof Spec;
  /** Whether its handler compares \`If-Match\` with the version, for records that have no GET of their own. */
  readonly comparesVersion?: true;
  /** Where what it makes is read: \`{}\` is the id of the record, \`{name}\` a parameter of the request. */
  readonly location?: string;
  /** What its body is read as, if it takes one: JSON, or bytes of whatever type. */
  readonly body?: 'json' | 'bytes';
  /** Bytes that its body may have, if not the usual. */
  readonly bodyLimit?: number;
  /** Names of the fields of its body that hold files in base64. */
  readonly files?: readonly string[];
  /** A read that is audited all the same. */
  readonly logged?: true;
  /** The limit of its own that it has beside the others. */
  readonly limited?: 'suggestions' | 'checkIns' | 'accessRequests' | 'accessReclaims' | 'accessQuestionnaires';
  /** A read that is asked again and again, and does not count for the limit of a credential. */
  readonly polled?: true;
  /** Dates since when it is deprecated, and from when on it will be gone. */
  readonly leaving?: { readonly since: string; readonly until: string };
}

export const operations = {
${lines.join('\n')}
} as const satisfies Record<keyof Spec, Operation>;

/** What patterns demand, in words. */
export const forms: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(formsIn(document)), null, 2)};
`,
);
