/** The parts of the completed contract that the reference reads. */
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

/** An operation with its path and method. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  /** The parameters of the path and of the operation, with references resolved. */
  readonly parameters: readonly Parameter[];
}

/** @returns the text of the contract, which the server also serves */
export function readContract(): string {
  return readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
}

/** @returns every operation, in the order of the contract */
export function operationsOf(document: Document): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ path, method, operation, parameters: parameters.map((one) => resolveReference(document.components.parameters, one)) }];
    }),
  );
}

/** @returns the value itself, or the component that it refers to. @throws {Error} if the component does not exist */
export function resolveReference<T extends { $ref?: string }>(components: Readonly<Record<string, T>>, part: T): T {
  if (part.$ref === undefined) return part;
  const component = components[nameIn(part.$ref)];
  if (!component) throw new Error(`${part.$ref} refers to nothing`);
  return component;
}

/** @returns the last segment of a reference, which is the name of the component */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
