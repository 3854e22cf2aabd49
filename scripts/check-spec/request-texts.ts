/** Finds the texts that a request may contain: fields of its body, and parameters of its query. */
import { type Contract, entries, isObject, type Json, list, own, text } from './document.ts';

export interface RequestText {
  /** Dotted path, with `*` for each item of a list and each value of a map. */
  readonly path: string;
  /** The last property or parameter in the path. */
  readonly name: string;
  readonly schema: Json;
}

/** @returns every string that values of the schema may contain, once for each place that describes it */
export function textsIn(
  contract: Contract,
  schema: Json | undefined,
  path = '',
  name = '',
  ancestors: readonly Json[] = [],
): RequestText[] {
  const { at } = contract;
  const resolvedSchema = at(schema);
  if (!isObject(resolvedSchema) || ancestors.includes(resolvedSchema)) return [];
  const textsBelow = (inner: Json | undefined, step: string, lastName = name) =>
    textsIn(contract, inner, [path, step].filter((one) => one !== '').join('.'), lastName, [...ancestors, resolvedSchema]);
  const isText = [own(resolvedSchema, 'type')].flat().includes('string');
  return [
    ...(isText ? [{ path, name, schema: resolvedSchema }] : []),
    ...entries(own(resolvedSchema, 'properties')).flatMap(([property, inner]) => textsBelow(inner, property, property)),
    ...(isObject(own(resolvedSchema, 'additionalProperties')) ? textsBelow(own(resolvedSchema, 'additionalProperties'), '*') : []),
    ...textsBelow(own(resolvedSchema, 'items'), '*'),
    ...alternativesOf(resolvedSchema).flatMap((inner) => textsBelow(inner, '')),
    ...list(own(resolvedSchema, 'allOf')).flatMap((inner) => textsBelow(inner, '')),
  ];
}

export const alternativesOf = (schema: Json) => ['anyOf', 'oneOf'].flatMap((form) => list(own(schema, form)));

/** @returns the texts of every operation. The path of a text in the query starts with the name of its parameter */
export function requestTexts(
  contract: Contract,
): { readonly id: string; readonly place: 'body' | 'query'; readonly texts: RequestText[] }[] {
  return contract.operations.flatMap(({ id, operation, parameters }) => {
    const queries = parameters.filter((parameter) => own(parameter, 'in') === 'query');
    return [
      { id, place: 'body' as const, texts: textsIn(contract, bodyOf(contract, operation)) },
      {
        id,
        place: 'query' as const,
        texts: queries.flatMap((parameter) => {
          const name = text(own(parameter, 'name'));
          return textsIn(contract, own(parameter, 'schema'), name, name);
        }),
      },
    ];
  });
}

export const bodyOf = ({ at }: Contract, operation: Json | undefined) =>
  own(at(operation, 'requestBody', 'content', 'application/json'), 'schema');
