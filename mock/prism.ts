/**
 * Runs Prism in this process to create responses from the examples of the contract. The imported packages are parts of
 * @stoplight/prism-cli. The contract layer of the server does the routing, authentication and validation, so Prism needs no process and
 * no port of its own.
 */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { operations as registry } from '#generated/operations';
import type { OperationId } from '#contract/types';

/** Selects one of the responses that an operation declares. */
export interface Choice {
  readonly status: number;
  /** The media type; undefined if the response has no body. */
  readonly mediaType: string | undefined;
  /** The name of an example; undefined for the first example. */
  readonly example: string | undefined;
  /** Whether to generate the response from the schema instead of using an example. */
  readonly dynamic: boolean;
  /** The seed for a generated response. The same seed generates the same response. */
  readonly seed: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A map from status to a map from media type to the names of the examples. */
export type DeclaredResponses = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>;

export interface Prism {
  readonly size: number;
  /** The names of all headers that responses may have. */
  readonly headers: readonly string[];
  declared(id: OperationId): DeclaredResponses;
  /** @returns the example of a parameter in the query; undefined if the operation does not have the parameter */
  queryExample(id: OperationId, parameter: string): string | undefined;
  answer(id: OperationId, choice: Choice): Promise<Answer>;
}

const settings = {
  isProxy: false,
  validateRequest: false,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** @param contract an OpenAPI document, as JSON @returns Prism for all operations of the contract */
export async function createPrism(contract: string): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(JSON.parse(contract, limitForGenerator));
  const operationsById = new Map(operations.map((operation) => [operation.iid, operation]));
  const instance = createInstance({ ...settings, mock: { dynamic: false } }, { logger: createLogger('prism', { level: 'silent' }) });
  const operationOf = (id: OperationId) => {
    const operation = operationsById.get(id);
    if (!operation) throw new Error(`Prism knows no operation ${id}`);
    return operation;
  };
  return {
    size: operations.length,
    headers: [...new Set(operations.flatMap(({ responses }) => responses.flatMap(({ headers = [] }) => headers.map(({ name }) => name))))],
    declared: (id) =>
      new Map(
        operationOf(id).responses.map(({ code, contents = [] }) => [
          Number(code),
          new Map(contents.map(({ mediaType, examples = [] }) => [mediaType, examples.map(({ key }) => key)])),
        ]),
      ),
    queryExample(id, parameter) {
      const [example] = operationOf(id).request?.query?.find(({ name }) => name === parameter)?.examples ?? [];
      return example && 'value' in example ? String(example.value) : undefined;
    },
    async answer(id, { status, mediaType, example, dynamic, seed }) {
      const { method, path } = registry[id];
      const mock = {
        code: status,
        dynamic,
        ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
        ...(example !== undefined && { exampleKey: example }),
        ...(seed !== undefined && { seed }),
      };
      // The path is the template in the contract. Prism takes the name of each parameter as its value.
      const result = await instance.request({ method, url: { path } }, [operationOf(id)], { ...settings, mock })();
      if (result._tag === 'Left') throw result.left;
      const { statusCode, headers = {}, body } = result.right.output;
      return {
        status: statusCode,
        headers: Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name !== 'Content-type')
            .map(([name, value]) => [name, String(value)]),
        ),
        body,
      };
    },
  };
}

/** The maximum length of generated lists. By default, the generator fills lists up to the limit of the contract, which takes minutes. */
const maxGeneratedItems = 5;

/** Limits the length of lists, and forbids additional properties of objects, because the generator ignores `unevaluatedProperties`. */
function limitForGenerator(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isClosed =
    ('unevaluatedProperties' in value && value.unevaluatedProperties === false) ||
    ('type' in value && value.type === 'object' && 'properties' in value);
  const minItems = 'minItems' in value && typeof value.minItems === 'number' ? value.minItems : 0;
  const isLong = 'maxItems' in value && typeof value.maxItems === 'number' && value.maxItems > maxGeneratedItems;
  return { ...(isClosed && { additionalProperties: false }), ...value, ...(isLong && { maxItems: Math.max(minItems, maxGeneratedItems) }) };
}
