/**
 * Runs Prism in this process: it answers an operation with the examples of the contract. These packages are the parts of
 * @stoplight/prism-cli. The server's own contract layer does the routing, authentication and validation, so only the mocker of Prism is
 * needed, and neither its process nor its port.
 */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { operations as registry } from '#generated/operations';
import type { OperationId } from '#contract/types';

/** Selects one of the declared answers. */
export interface Choice {
  readonly status: number;
  /** undefined if the answer has no body. */
  readonly mediaType: string | undefined;
  /** The name of an example; the first one by default. */
  readonly example: string | undefined;
  /** Whether to generate the answer from the schema instead of taking an example. */
  readonly dynamic: boolean;
  /** The same seed generates the same answer. */
  readonly seed: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The statuses, their media types, and the names of the examples of each. */
export type Declared = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>;

export interface Prism {
  readonly size: number;
  /** Names of all headers that answers may have. */
  readonly headers: readonly string[];
  declared(id: OperationId): Declared;
  /** The example of a parameter in the query; undefined if the operation does not take the parameter. */
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

/** @param contract an OpenAPI document, as JSON */
export async function createPrism(contract: string): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(JSON.parse(contract, forGenerator));
  const known = new Map(operations.map((operation) => [operation.iid, operation]));
  const instance = createInstance({ ...settings, mock: { dynamic: false } }, { logger: createLogger('prism', { level: 'silent' }) });
  const operationOf = (id: OperationId) => {
    const operation = known.get(id);
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
      // The path as written in the contract: the parameter's name serves as its value.
      const given = await instance.request({ method, url: { path } }, [operationOf(id)], { ...settings, mock })();
      if (given._tag === 'Left') throw given.left;
      const { statusCode, headers = {}, body } = given.right.output;
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

/** The maximum length of generated lists: the generator would fill them up to the limit of the contract, which takes minutes. */
const maxGeneratedItems = 5;

/** Closes objects and shortens lists, because Prism's generator does not support `unevaluatedProperties` and would add other properties. */
function forGenerator(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const open =
    ('unevaluatedProperties' in value && value.unevaluatedProperties === false) ||
    ('type' in value && value.type === 'object' && 'properties' in value);
  const minItems = 'minItems' in value && typeof value.minItems === 'number' ? value.minItems : 0;
  const isLong = 'maxItems' in value && typeof value.maxItems === 'number' && value.maxItems > maxGeneratedItems;
  return { ...(open && { additionalProperties: false }), ...value, ...(isLong && { maxItems: Math.max(minItems, maxGeneratedItems) }) };
}
