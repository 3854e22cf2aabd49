import { isObject } from '../platform/json-object.ts';

/**
 * Where what an operation made is read.
 * @param location of the operation: `{}` is the id of the record, `{name}` a parameter of the request
 * @param given the parameters of the path and the fields of the body
 * @param answer with the record
 * @throws when the answer has no record where there has to be one
 */
export function placeIn(location: string, given: Readonly<Record<string, unknown>>, answer: unknown): string {
  return location.replaceAll(/\{(\w*)\}/g, (_all, name: string) => {
    const value = name === '' ? recordIn(answer).id : given[name];
    if (typeof value !== 'string') throw new TypeError(`${location}: the answer does not say where it is`);
    return encodeURIComponent(value);
  });
}

/** The given `{success, data}` holds its record under `data`. */
export function recordIn(answer: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) return {};
  return answer.success === true && isObject(answer.data) ? answer.data : answer;
}
