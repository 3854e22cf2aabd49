/** Request bodies of the contract's examples with a canary in each free text. */
import type { contract } from '../support/contract.ts';
import { pdfOf } from '../support/documents.ts';
import { at, fieldsOf, put } from '../tenancy/ids.ts';
import { isValid } from '../properties/schema.ts';
import { canariesIn, marked, newCanary } from './canary.ts';

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

/** Names of texts that are not free: what they may say is decided elsewhere. */
const decided: Readonly<Record<string, string>> = {
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

/** Which operation took a canary. Some are kept in the log alone. */
export const origins = new Map<string, Operation>();
/** The canary of the name of a file, by the one in its content. */
export const namesOfFiles = new Map<string, string>();

/** The free texts that an operation takes. */
export function textsOf(operation: Operation): TextField[] {
  return fieldsOf(operation).flatMap(({ steps, name, schema }): TextField[] => {
    const own: TextSchema = schema;
    const text = [own.type].flat().includes('array') ? own.items : own;
    const isPermission = steps.includes('permissions');
    if (!text || ![text.type].flat().includes('string') || text.enum || isPermission || /(^id|Ids?)$/.test(name) || name in decided)
      return [];
    if (text.format?.startsWith('date') || text.contentEncoding !== undefined || name === 'fileData') return [];
    if (text.pattern !== undefined && !isValid({ type: 'string', pattern: text.pattern }, sampleOf(text))) return [];
    const isList = text !== own;
    return [{ name: steps.join('.'), steps: isList ? [...steps, '0'] : steps, schema: text }];
  });
}

/** A text that the field takes, with a canary in it. */
function sampleOf({ format, pattern = '', maxLength = Infinity }: TextSchema, given?: unknown): string {
  const canary = newCanary();
  if (typeof given === 'string' && given !== '') return marked(given, canary, maxLength);
  if (format === 'email' || pattern.includes('@')) return `${canary}@example.com`;
  if (format === 'uri' || /^\^\(?\[Hh/.test(pattern)) return `https://example.com/${canary}`;
  return maxLength < canary.length + 12 ? canary : `kestrel text ${canary}`;
}

/** The body with a canary in each text field that it has. */
export function planted(operation: Operation, body: unknown): unknown {
  const fields = textsOf(operation).filter(({ steps }) => typeof at(body, steps) === 'string');
  const changed = fields.reduce((before, { steps, schema }) => put(before, steps, sampleOf(schema, at(body, steps))), body);
  for (const canary of canariesIn(JSON.stringify(changed) ?? '')) origins.set(canary, operation);
  return changed;
}

/** The body with one more text field. @returns undefined where what it belongs to is not there */
export function withField(operation: Operation, { steps, schema }: TextField, body: unknown): unknown {
  const above = steps.at(-1) === '0' ? steps.slice(0, -2) : steps.slice(0, -1);
  if (above.length && typeof at(body, above) !== 'object') return undefined;
  const text = sampleOf(schema);
  for (const canary of canariesIn(text)) origins.set(canary, operation);
  return steps.at(-1) === '0' ? put(body, steps.slice(0, -1), [text]) : put(body, steps, text);
}

/** The body with a canary in its file, where that is one of text or a PDF, and has a name with a canary. */
export async function withMarkedFile(body: unknown): Promise<unknown> {
  const { fileType, fileName, fileData }: { readonly fileType?: unknown; readonly fileName?: unknown; readonly fileData?: unknown } =
    Object(body);
  const [name] = canariesIn(String(fileName));
  if (typeof fileData !== 'string' || name === undefined) return body;
  const canary = newCanary();
  const content = fileOf(String(fileType), `kestrel file ${canary}`);
  if (!content) return body;
  namesOfFiles.set(canary, name);
  return { ...Object(body), fileData: Buffer.from(await content).toString('base64') };
}

function fileOf(type: string, text: string): Promise<Buffer> | string | undefined {
  if (type === 'application/pdf') return pdfOf((pdf) => pdf.text(text));
  return type === 'text/plain' || type === 'text/markdown' ? `${text}\n` : undefined;
}
