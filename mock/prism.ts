/**
 * Prism, in this process: what the examples of the contract answer to an operation. The packages are those that @stoplight/prism-cli is made
 * of. Matching, credentials and the check of the request are the server's own gate's, so that of Prism only the mocker is needed, and neither
 * its process nor its port.
 */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { operations as registry } from '../generated/operations.ts';
import type { OperationId } from '../server/contract/types.ts';

/** Which of the declared answers. */
export interface Choice {
  readonly status: number;
  /** undefined where the answer has no body. */
  readonly mediaType: string | undefined;
  /** The name of an example; otherwise the first. */
  readonly example: string | undefined;
  /** Made up from the schema instead of taken from an example. */
  readonly dynamic: boolean;
  /** What is made up for the same seed is the same. */
  readonly seed: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Statuses, their media types, and the names of the examples of these. */
export type Declared = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>;

export interface Prism {
  readonly size: number;
  /** Names of the headers that any answer has. */
  readonly headers: readonly string[];
  declared(id: OperationId): Declared;
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
export async function prismOf(contract: string): Promise<Prism> {
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
    async answer(id, { status, mediaType, example, dynamic, seed }) {
      const { method, path } = registry[id];
      const mock = {
        code: status,
        dynamic,
        ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
        ...(example !== undefined && { exampleKey: example }),
        ...(seed !== undefined && { seed }),
      };
      // The path as it stands in the contract: a parameter's own name will do for its value.
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

/** The most items of a list that is made up: the generator would fill it up to what the contract allows, which takes minutes. */
const mostItems = 5;

/** Closes objects and shortens lists: Prism's generator does not know `unevaluatedProperties`, and would add properties of its own. */
function forGenerator(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const open =
    ('unevaluatedProperties' in value && value.unevaluatedProperties === false) ||
    ('type' in value && value.type === 'object' && 'properties' in value);
  const least = 'minItems' in value && typeof value.minItems === 'number' ? value.minItems : 0;
  const isLong = 'maxItems' in value && typeof value.maxItems === 'number' && value.maxItems > mostItems;
  return { ...(open && { additionalProperties: false }), ...value, ...(isLong && { maxItems: Math.max(least, mostItems) }) };
}
