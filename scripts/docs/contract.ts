/** The finished contract, as far as the reference reads it. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  pattern?: string;
  format?: string;
  enum?: Json[];
  const?: Json;
  example?: Json;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: Json;
}
export interface Example {
  $ref?: string;
  summary?: string;
  value?: Json;
}
export interface Media {
  schema?: Schema;
  examples?: Record<string, Example>;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, Media>;
}
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}
export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  'x-permission'?: Json;
  'x-requires-session'?: boolean;
  'x-provenance': { given?: string };
  'x-file-name'?: string;
  'x-codeSamples'?: CodeSample[];
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, Media> };
  responses: Record<string, Answer>;
}
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type PathItem = { [M in Method]?: Operation } & { parameters?: Parameter[] };
export interface Area {
  name: string;
  'x-displayName': string;
  description: string;
}
export interface Document {
  info: { title: string; version: string; summary: string; description: string; license?: object };
  security?: object[];
  servers: { url: string; variables: Record<string, { default: string }> }[];
  tags: Area[];
  'x-tagGroups': { name: string; tags: string[] }[];
  'x-problems': Record<string, { meaning: string; action: string } | undefined>;
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    examples: Record<string, Example>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, unknown>;
  } & Record<string, Record<string, unknown>>;
}

/** An operation and where it stands. */
export interface Placed {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  /** Those of the path and its own, without references. */
  readonly parameters: readonly Parameter[];
}

/** The contract as text, which is also served. */
export function readContract(): string {
  return readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
}

/** Every operation, in the order of the contract. */
export function operationsOf(document: Document): Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ path, method, operation, parameters: parameters.map((one) => resolved(document.components.parameters, one)) }];
    }),
  );
}

/** What stands in this place: itself, or the component that it refers to. @throws when there is none */
export function resolved<T extends { $ref?: string }>(components: Readonly<Record<string, T>>, part: T): T {
  if (part.$ref === undefined) return part;
  const found = components[nameIn(part.$ref)];
  if (!found) throw new Error(`${part.$ref} refers to nothing`);
  return found;
}

/** The last step of a reference, which is the name of the component. */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
