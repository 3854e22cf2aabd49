/** Tells whether a body may be left out. The server takes no body for `{}`, so it may be where the schema accepts `{}`. */
import { type Document, nameIn, type RequestBody, type Schema } from './document.ts';

/** @returns whether `{}` fits the schema of a JSON body */
export function isOptionalBody({ components: { schemas } }: Document, { content = {} }: RequestBody): boolean {
  const schema = content['application/json']?.schema;
  return schema !== undefined && acceptsEmptyObject(schema, []);

  function acceptsEmptyObject(current: Schema, ancestors: readonly Schema[]): boolean {
    const { $ref, type, enum: values, const: value, not, required = [], minProperties = 0, allOf = [], anyOf, oneOf } = current;
    const accepts = (inner: Schema) => acceptsEmptyObject(inner, [...ancestors, current]);
    const referencedSchema = $ref === undefined ? {} : (schemas[nameIn($ref)] ?? {});
    return (
      !ancestors.includes(current) &&
      (type === undefined || [type].flat().includes('object')) &&
      values === undefined &&
      value === undefined &&
      required.length === 0 &&
      minProperties === 0 &&
      ($ref === undefined || accepts(referencedSchema)) &&
      allOf.every(accepts) &&
      (anyOf === undefined || anyOf.some(accepts)) &&
      (oneOf === undefined || oneOf.filter(accepts).length === 1) &&
      (not === undefined || !accepts(not))
    );
  }
}
