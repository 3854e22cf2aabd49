/** The contract as data, for tests that loop over all of it. */
import { readFileSync } from 'node:fs';
import { operations } from '#generated/operations';
import { isOperationId } from '#contract/request-state';
import { findLeftOutFiles } from '../../scripts/check/sample.ts';

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}
interface Media {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, Example>>;
}
interface BodyOrResponse {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly headers?: Readonly<Record<string, { readonly example?: unknown }>>;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: {
    readonly $ref?: string;
    readonly enum?: readonly unknown[];
    readonly default?: unknown;
    readonly items?: { readonly $ref?: string };
  };
  readonly example?: unknown;
}
interface OperationObject {
  readonly operationId: string;
  /** The schemas of its body by the value of a path parameter. */
  readonly 'x-body-by-path'?: { readonly parameter: string; readonly schemas: Readonly<Record<string, string>> };
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: BodyOrResponse;
  readonly responses: Readonly<Record<string, BodyOrResponse>>;
}
type PathItem = Readonly<Record<string, OperationObject | undefined>> & { readonly parameters?: readonly Parameter[] };
interface Document {
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const document: Document = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));

/** Resolves a reference; returns anything else unchanged. */
export function resolve<T extends { readonly $ref?: string }>(item: T): T {
  const [, , kind = '', name = ''] = item.$ref?.split('/') ?? [];
  if (item.$ref === undefined) return item;
  const { $ref, ...siblings } = item;
  const component = document.components[kind]?.[name];
  if (!component) throw new Error(`${$ref} leads nowhere`);
  return resolve(Object.assign({}, component, siblings) as unknown as T);
}

/** Every operation with the parts of an example request. */
export const contract = Object.entries(document.paths).flatMap(([template, item]) =>
  ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
    const operation = item[method];
    if (!operation || !isOperationId(operation.operationId)) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
    const bodies = Object.values(
      operation.requestBody ? (resolve(operation.requestBody).content?.['application/json']?.examples ?? {}) : {},
    ).map((example) => resolve(example).value);
    // `confirm` is included although it is optional, so that the operation is executed if the example matches the records.
    const required = parameters.filter(
      ({ in: place, name, required: isRequired }) => place === 'query' && (isRequired || name === 'confirm'),
    );
    const query = required.length
      ? `?${new URLSearchParams(required.flatMap(({ name, example }) => (Array.isArray(example) ? example : [example]).map((value): [string, string] => [name, String(value)])))}`
      : '';
    return [
      {
        id: operation.operationId,
        registry: operations[operation.operationId],
        method: method.toUpperCase(),
        template,
        parameters,
        /** The path with the examples of its parameters. */
        path:
          template.replace(/\{(\w+)\}/g, (_all, name) => String(parameters.find((parameter) => parameter.name === name)?.example)) + query,
        bodies,
        /** Whether a request without a body is invalid. */
        isBodyRequired: operation.requestBody?.required === true,
        responses: Object.entries(operation.responses).map(([status, answer]) => ({ status: Number(status), answer: resolve(answer) })),
      },
    ];
  }),
);

const leftOutIds = new Set(
  findLeftOutFiles(
    contract.map(({ id }) => id),
    process.env.CHECK_SEED,
    3,
  ),
);
/** Whether loops over the contract include this operation. With CHECK_SEED, the seed selects one in three; otherwise, all are included. */
export const isSampled = (id: string) => !leftOutIds.has(id);
export const sampledContract = contract.filter(({ id }) => isSampled(id));
