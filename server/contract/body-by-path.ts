/** Handles operations whose body schema depends on a path parameter (x-body-by-path, spec/README, An operation). */
import { isObject } from '#platform/json-object';

/** The path item for each parameter value, with the request body that the value selects. */
export interface ItemsByValue {
  readonly parameter: string;
  readonly items: ReadonlyMap<string, object>;
}

/** @param item a path of the contract @returns its items by value; undefined when all values share one body schema */
export function itemsByValue(item: object): ItemsByValue | undefined {
  const choices = Object.values(item).flatMap((operation) => choiceOf(operation) ?? []);
  const [firstChoice] = choices;
  if (!firstChoice) return undefined;
  const values = new Set(choices.flatMap(({ schemas }) => Object.keys(schemas)));
  const itemForValue = (value: string) =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, withBodyOf(operation, value)]));
  return { parameter: firstChoice.parameter, items: new Map([...values].map((value) => [value, itemForValue(value)])) };
}

function choiceOf(operation: unknown): { readonly parameter: string; readonly schemas: Readonly<Record<string, unknown>> } | undefined {
  const choice = isObject(operation) ? operation['x-body-by-path'] : undefined;
  return isObject(choice) && typeof choice.parameter === 'string' && isObject(choice.schemas)
    ? { parameter: choice.parameter, schemas: choice.schemas }
    : undefined;
}

function withBodyOf(operation: unknown, value: string): unknown {
  const schema = choiceOf(operation)?.schemas[value];
  if (!isObject(operation) || typeof schema !== 'string') return operation;
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { ...operation, requestBody: { required: true, content } };
}
