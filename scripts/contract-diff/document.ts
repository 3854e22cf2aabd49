/** An OpenAPI bundle as data, and the way through its references. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
export const entries = (value: Json | undefined) => (isObject(value) ? Object.entries(value) : []);
export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
export const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The same text for the same value, whatever order its keys stand in. */
export function same(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other);
}
const canonical = (value: Json | undefined): string =>
  JSON.stringify(value, (_key, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

export interface Bundle {
  readonly root: JsonObject;
  /** What a reference stands for, with what stands beside it; anything else as it is. The same object each time. */
  follow(value: Json | undefined): JsonObject;
}

export function bundleOf(root: JsonObject): Bundle {
  const known = new WeakMap<JsonObject, JsonObject>();
  function follow(value: Json | undefined): JsonObject {
    if (!isObject(value)) return {};
    const { $ref, ...beside } = value;
    if (typeof $ref !== 'string') return value;
    const seen = known.get(value);
    if (seen) return seen;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((inner, step) => own(inner, step.replaceAll('~1', '/').replaceAll('~0', '~')), root);
    if (!isObject(target)) throw new Error(`${$ref} does not exist`);
    const found = follow(target);
    // Both descriptions hold: what the value is, and what it means in this place.
    const description = `${text(beside.description)} ${text(found.description)}`.trim();
    const whole = Object.keys(beside).length ? { ...found, ...beside, ...(description && { description }) } : found;
    known.set(value, whole);
    return whole;
  }
  return { root, follow };
}
