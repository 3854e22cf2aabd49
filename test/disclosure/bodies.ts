/** Puts a canary into each free text of the example bodies in the contract. */
import type { contract } from '../support/contract.ts';
import { pdfOf } from '../support/documents.ts';
import { valueAt, fieldsOf, withValueAt } from '../tenancy/ids.ts';
import { isValid } from '../properties/schema.ts';
import { canariesIn, withCanary, newCanary } from './canary.ts';

type Operation = (typeof contract)[number];

interface TextSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly items?: TextSchema;
}
export interface TextField {
  readonly name: string;
  readonly steps: readonly string[];
  readonly schema: TextSchema;
}

/** Fields whose texts are not free, because their values are limited in some way, and why. */
const limitedFields: Readonly<Record<string, string>> = {
  agentVersion: 'a version',
  approverId: 'an id',
  area: 'an enumeration beside null',
  arch: 'an enumeration',
  automationAllowedHosts: 'host names, which are called',
  category: 'an enumeration in each of its registers',
  code: 'a code that was given out',
  contentHash: 'a hash',
  contextUrl: 'an address of the application',
  department: 'an enumeration',
  domain: 'a domain, which is verified',
  effect: 'an enumeration',
  fileKey: 'the key of an upload',
  fileType: 'a media type',
  friendlyUrl: 'a name in addresses',
  ids: 'ids',
  metadata: 'a text of the organization, which all its credentials read',
  method: 'the name of a method',
  primaryColor: 'a color',
  providerSlug: 'the name of a provider',
  query: 'a part of an address',
  role: 'the name of a role',
  scope: 'parts of a framework',
  services: 'names of services',
  slug: 'a name in addresses',
  source: 'the id of a node',
  state: 'a value of the client',
  syncCadence: 'an enumeration',
  target: 'the id of a node',
  type: 'the kind of a node',
  evidenceFormType: 'an enumeration',
  frequency: 'an enumeration',
};

/** The operation that received each canary. Some texts are stored in the audit log only. */
export const origins = new Map<string, Operation>();
/** The canary in the name of a file, by the canary in its content. */
export const nameCanaryByContentCanary = new Map<string, string>();

/** @returns the fields of an operation's body that take free text */
export function textsOf(operation: Operation): TextField[] {
  return fieldsOf(operation).flatMap(({ steps, name, schema }): TextField[] => {
    const fieldSchema: TextSchema = schema;
    const textSchema = [fieldSchema.type].flat().includes('array') ? fieldSchema.items : fieldSchema;
    const isPermission = steps.includes('permissions');
    if (
      !textSchema ||
      ![textSchema.type].flat().includes('string') ||
      textSchema.enum ||
      isPermission ||
      /(^id|Ids?)$/.test(name) ||
      name in limitedFields
    )
      return [];
    if (textSchema.format?.startsWith('date') || textSchema.contentEncoding !== undefined || name === 'fileData') return [];
    if (textSchema.pattern !== undefined && !isValid({ type: 'string', pattern: textSchema.pattern }, markedText(textSchema))) return [];
    const isList = textSchema !== fieldSchema;
    return [{ name: steps.join('.'), steps: isList ? [...steps, '0'] : steps, schema: textSchema }];
  });
}

/** @returns a valid text for the field that contains a canary */
function markedText({ format, pattern = '', maxLength = Infinity }: TextSchema, original?: unknown): string {
  const canary = newCanary();
  if (typeof original === 'string' && original !== '') return withCanary(original, canary, maxLength);
  if (format === 'email' || pattern.includes('@')) return `${canary}@example.com`;
  if (format === 'uri' || /^\^\(?\[Hh/.test(pattern)) return `https://example.com/${canary}`;
  return maxLength < canary.length + 12 ? canary : `kestrel text ${canary}`;
}

/** @returns the body with a canary in each of its text fields */
export function withCanaries(operation: Operation, body: unknown): unknown {
  const fields = textsOf(operation).filter(({ steps }) => typeof valueAt(body, steps) === 'string');
  const markedBody = fields.reduce(
    (partlyMarked, { steps, schema }) => withValueAt(partlyMarked, steps, markedText(schema, valueAt(body, steps))),
    body,
  );
  for (const canary of canariesIn(JSON.stringify(markedBody) ?? '')) origins.set(canary, operation);
  return markedBody;
}

/** @returns the body with an additional text field; undefined if the body has no object that could contain the field */
export function withField(operation: Operation, { steps, schema }: TextField, body: unknown): unknown {
  const parentSteps = steps.at(-1) === '0' ? steps.slice(0, -2) : steps.slice(0, -1);
  if (parentSteps.length && typeof valueAt(body, parentSteps) !== 'object') return undefined;
  const text = markedText(schema);
  for (const canary of canariesIn(text)) origins.set(canary, operation);
  return steps.at(-1) === '0' ? withValueAt(body, steps.slice(0, -1), [text]) : withValueAt(body, steps, text);
}

/** @returns the body with a canary in the content of its file, if this is a text or a PDF and its name has a canary */
export async function withMarkedFile(body: unknown): Promise<unknown> {
  const { fileType, fileName, fileData }: { readonly fileType?: unknown; readonly fileName?: unknown; readonly fileData?: unknown } =
    Object(body);
  const [name] = canariesIn(String(fileName));
  if (typeof fileData !== 'string' || name === undefined) return body;
  const canary = newCanary();
  const content = createContent(String(fileType), `kestrel file ${canary}`);
  if (!content) return body;
  nameCanaryByContentCanary.set(canary, name);
  return { ...Object(body), fileData: Buffer.from(await content).toString('base64') };
}

function createContent(type: string, text: string): Promise<Buffer> | string | undefined {
  if (type === 'application/pdf') return pdfOf((pdf) => pdf.text(text));
  return type === 'text/plain' || type === 'text/markdown' ? `${text}\n` : undefined;
}
