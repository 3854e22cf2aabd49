/** The texts that a request may contain: fields of its body, and parameters of its query. */
import { type Contract, entries, isObject, type Json, list, own, text } from './document.ts';

export interface RequestText {
  /** Dotted, with `*` for each item of a list and each value of a map. */
  readonly path: string;
  /** The last property or parameter in the path. */
  readonly name: string;
  readonly schema: Json;
}

/** @returns every text in values of the schema, once for each place where it is described */
export function textsIn(contract: Contract, schema: Json | undefined, path = '', name = '', above: readonly Json[] = []): RequestText[] {
  const { at } = contract;
  const whole = at(schema);
  if (!isObject(whole) || above.includes(whole)) return [];
  const inside = (inner: Json | undefined, step: string, last = name) =>
    textsIn(contract, inner, [path, step].filter((one) => one !== '').join('.'), last, [...above, whole]);
  const isText = [own(whole, 'type')].flat().includes('string');
  return [
    ...(isText ? [{ path, name, schema: whole }] : []),
    ...entries(own(whole, 'properties')).flatMap(([property, inner]) => inside(inner, property, property)),
    ...(isObject(own(whole, 'additionalProperties')) ? inside(own(whole, 'additionalProperties'), '*') : []),
    ...inside(own(whole, 'items'), '*'),
    ...alternativesOf(whole).flatMap((inner) => inside(inner, '')),
    ...list(own(whole, 'allOf')).flatMap((inner) => inside(inner, '')),
  ];
}

export const alternativesOf = (schema: Json) => ['anyOf', 'oneOf'].flatMap((form) => list(own(schema, form)));

/** @returns the texts of every operation, with those of its query below the name of the parameter */
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
