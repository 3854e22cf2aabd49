/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns whether a value is an object other than null or an array */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
