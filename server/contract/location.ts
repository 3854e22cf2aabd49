import { isObject } from '#platform/json-object';

/**
 * Returns the URL at which a created record can be read.
 * @param location of the operation: `{}` is the id of the record, `{name}` a path parameter or a field of the body
 * @param values the path parameters and the body's fields
 * @param answer with the record
 * @throws when the answer lacks the record
 */
export function locationOf(location: string, values: Readonly<Record<string, unknown>>, answer: unknown): string {
  return location.replaceAll(/\{(\w*)\}/g, (_all, name: string) => {
    const value = name === '' ? recordOf(answer).id : values[name];
    if (typeof value !== 'string') throw new TypeError(`${location}: the answer has no value for the location`);
    return encodeURIComponent(value);
  });
}

/** Returns the record of an answer: its `data` if it has the form `{success: true, data}`, or else the answer; {} if it is no object. */
export function recordOf(answer: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) return {};
  return answer.success === true && isObject(answer.data) ? answer.data : answer;
}
