/** The parts of the bundled contract that are used to complete it. */
import type { Details } from '#platform/refusals/details';
import type { Catalogue } from './short-forms.ts';
import type { ShortError } from './short-forms.ts';

export interface Header {
  $ref?: string;
  description?: string;
  schema?: object;
  example?: string;
}
export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  example?: string;
  schema?: Schema;
}
export interface Example {
  $ref?: string;
  summary?: string;
  value: { success: false; error: string; code?: string; details?: Details };
}
/** The keywords of a schema that are read or written. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: string[];
  'x-labels'?: Record<string, string>;
  'x-transitions'?: Record<string, string[]>;
  const?: unknown;
  required?: string[];
  minProperties?: number;
  not?: Schema;
  additionalProperties?: boolean | Schema;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  /** The name of the property with the version of the record (versions.ts). */
  'x-version'?: string;
}
export interface Media {
  schema?: Schema;
  examples?: Record<string, Example>;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
  'x-errors'?: Record<string, ShortError>;
}
export interface RequestBody {
  required?: boolean;
  content?: Record<string, Media>;
}
export interface Operation {
  operationId: string;
  tags: string[];
  description?: string;
  'x-permission'?: unknown;
  'x-requires-session'?: boolean;
  /** Texts of other records that the operation shows to callers without the permission to read these records. */
  'x-discloses'?: string[];
  /**
   * Set for operations of the signed-in person. `none`: acts on no organization. `named`: the request names it. `optional`: the caller may
   * leave it out.
   */
  'x-organization'?: 'none' | 'named' | 'optional';
  'x-body-limit'?: number;
  /** The operation that reads the record, or all settings, of which the operation changes a part. */
  'x-if-match'?: string;
  /** Codes of the errors of this operation, in addition to those of its kind. */
  'x-problems'?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Answer>;
  deprecated?: boolean;
  'x-deprecated'?: string;
  'x-sunset'?: string;
  /** The name of a downloaded file, for the example of its header. */
  'x-file-name'?: string;
}
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type PathItem = { [Method in (typeof methods)[number]]?: Operation } & { servers?: object[]; parameters?: Parameter[] };
export interface Document {
  tags?: { name: string; description?: string }[];
  'x-tagGroups'?: { name: string; tags: string[] }[];
  paths: Record<string, PathItem>;
  /** Parts that are added to operations when the contract is completed. */
  'x-shared-parameters'?: Record<string, Parameter>;
  'x-shared-responses'?: Record<string, Answer>;
  'x-shared-schemas'?: Record<string, Schema>;
  'x-shared-headers'?: Record<string, Header>;
  /** The kinds of errors: by area until the contract is completed, and then all of them by code. */
  'x-problems'?: Readonly<Record<string, Catalogue>> | Catalogue;
  /** Parts that only employees and risks have. */
  'x-given'?: { servers?: object[]; security?: object[]; securitySchemes?: object };
  components: {
    securitySchemes: object;
    responses: Record<string, Answer>;
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value?: { id?: string; data?: { id?: string } } }>;
  };
}

export function operationsOf(item: PathItem | undefined): Operation[] {
  return methods.flatMap((method) => item?.[method] ?? []);
}

/** @returns the last segment of a reference, which is the name of the component */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Resolves a parameter that may be a reference. */
export function resolveParameter({ components }: Document, parameter: Parameter): Parameter {
  return parameter.$ref === undefined ? parameter : (components.parameters[nameIn(parameter.$ref)] ?? {});
}

/** @returns the JSON schema of an answer; undefined if it has none */
export function schemaOf({ components }: Document, answer: Answer | undefined): Schema | undefined {
  const schema = answer?.content?.['application/json']?.schema;
  return schema?.$ref === undefined ? schema : components.schemas[nameIn(schema.$ref)];
}

/** @returns `runStatus` as `run status`, and `RiskCreate` as `Risk create` */
export function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
