/** The parts of the bundled contract that are read and written when it is completed. */
import type { ErrorCode } from '../../server/platform/refusals/codes.ts';

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
}
export interface Example {
  $ref?: string;
  summary?: string;
  value: { success: false; error: string; code?: ErrorCode; details?: Record<string, { _errors: string[] } | string[]> };
}
export interface Media {
  schema?: object;
  examples?: Record<string, Example>;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
}
export interface Operation {
  tags: string[];
  description?: string;
  'x-requires-session'?: boolean;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, Answer>;
  deprecated?: boolean;
  'x-deprecated'?: string;
  'x-sunset'?: string;
  /** What a file that is answered is called, for the example of its header. */
  'x-file-name'?: string;
}
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type PathItem = { [Method in (typeof methods)[number]]?: Operation } & { parameters?: Parameter[] };
export interface Document {
  paths: Record<string, PathItem>;
  /** Parts that the operations get when the contract is completed. */
  'x-shared-responses'?: Record<string, Answer>;
  'x-shared-schemas'?: Record<string, object>;
  'x-shared-headers'?: Record<string, Header>;
  components: {
    responses: Record<string, Answer>;
    schemas: Record<string, object>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value?: { id?: string; data?: { id?: string } } }>;
  };
}

export function operationsOf(item: PathItem | undefined): Operation[] {
  return methods.flatMap((method) => item?.[method] ?? []);
}

/** The last step of a reference, which is the name of the component. */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
