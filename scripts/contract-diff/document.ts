/** An OpenAPI bundle as data, and functions to follow its references. */
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
export const stringOrEmpty = (value: Json | undefined) => (typeof value === 'string' ? value : '');
export const display = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether two values are equal, regardless of the order of their keys. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other);
}
const canonical = (value: Json | undefined): string =>
  JSON.stringify(value, (_key, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

export interface Bundle {
  readonly root: JsonObject;
  /**
   * Resolves a reference and merges the keywords next to it. Returns any other object unchanged, and {} for a value that is not an object.
   * The same object always gives the same result.
   */
  follow(value: Json | undefined): JsonObject;
}

export function bundleOf(root: JsonObject): Bundle {
  const resolvedValues = new WeakMap<JsonObject, JsonObject>();
  function follow(value: Json | undefined): JsonObject {
    if (!isObject(value)) return {};
    const { $ref, ...siblings } = value;
    if (typeof $ref !== 'string') return value;
    const cached = resolvedValues.get(value);
    if (cached) return cached;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((inner, step) => own(inner, step.replaceAll('~1', '/').replaceAll('~0', '~')), root);
    if (!isObject(target)) throw new Error(`${$ref} does not exist`);
    const resolvedTarget = follow(target);
    // Both descriptions apply: the general one, and the one for this place.
    const description = `${stringOrEmpty(siblings.description)} ${stringOrEmpty(resolvedTarget.description)}`.trim();
    const merged = Object.keys(siblings).length ? { ...resolvedTarget, ...siblings, ...(description && { description }) } : resolvedTarget;
    resolvedValues.set(value, merged);
    return merged;
  }
  return { root, follow };
}
