/** Compares the constraints on a single value: its type, its enumeration, its bounds. */
import type { Effect } from './change.ts';
import { type Json, type JsonObject, own, isEqual, stringOrEmpty, display } from './document.ts';

export interface ValueChange {
  readonly effect: Effect;
  readonly what: string;
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const conditions = ['pattern', 'format', 'multipleOf', 'contentEncoding', 'contentMediaType', 'uniqueItems'];
export const valueKeywords = ['type', 'enum', 'const', ...lowerBounds, ...upperBounds, ...conditions];

export function valueChanges(old: JsonObject, now: JsonObject): readonly ValueChange[] {
  return [
    ...typeChanges(old, now),
    ...enumerationChanges(old, now),
    ...lowerBounds.flatMap((keyword) => boundChanges(keyword, old, now, 1)),
    ...upperBounds.flatMap((keyword) => boundChanges(keyword, old, now, -1)),
    ...conditions.flatMap((keyword) => conditionChanges(keyword, old, now)),
  ];
}

function effectOf(narrower: boolean, wider: boolean): Effect | undefined {
  return narrower && wider ? 'other' : narrower ? 'narrower' : wider ? 'wider' : undefined;
}

const everyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];
const typesOf = (schema: JsonObject) => (schema.type === undefined ? everyType : [schema.type].flat().map(stringOrEmpty));
const covers = (types: readonly string[], type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));

function typeChanges(old: JsonObject, now: JsonObject): ValueChange[] {
  const [oldTypes, newTypes] = [typesOf(old), typesOf(now)];
  const effect = effectOf(
    oldTypes.some((type) => !covers(newTypes, type)),
    newTypes.some((type) => !covers(oldTypes, type)),
  );
  const describe = (schema: JsonObject) => (schema.type === undefined ? 'any' : [schema.type].flat().join(' or '));
  return effect ? [{ effect, what: `type ${describe(old)} is now ${describe(now)}` }] : [];
}

const valuesOf = ({ enum: enumValues, const: constant }: JsonObject): readonly Json[] | undefined =>
  Array.isArray(enumValues) ? enumValues : constant === undefined ? undefined : [constant];
/** Matches the sentence in a description by which a schema announces that its enumeration may grow. */
const growthNotice = /\bmore may come\b/i;

function enumerationChanges(old: JsonObject, now: JsonObject): ValueChange[] {
  const [oldValues, newValues] = [valuesOf(old), valuesOf(now)];
  if (!oldValues && !newValues) return [];
  if (!oldValues) return [{ effect: 'narrower', what: `limited to ${newValues?.map(display).join(', ')}` }];
  if (!newValues) return [{ effect: 'wider', what: 'no longer limited to an enumeration' }];
  const difference = (values: readonly Json[], otherValues: readonly Json[]) =>
    values.filter((value) => !otherValues.some((otherValue) => isEqual(value, otherValue)));
  const [removedValues, addedValues] = [difference(oldValues, newValues), difference(newValues, oldValues)];
  const changes: ValueChange[] = [];
  if (removedValues.length) changes.push({ effect: 'narrower', what: `without the value ${removedValues.map(display).join(', ')}` });
  // Clients were informed that values may be added, so none relies on this list being complete.
  if (addedValues.length)
    changes.push({
      effect: growthNotice.test(stringOrEmpty(old.description)) ? 'foretold' : 'wider',
      what: `with the value ${addedValues.map(display).join(', ')}`,
    });
  return changes;
}

/** @param sign 1 when a higher number allows fewer values */
function boundChanges(keyword: string, old: JsonObject, now: JsonObject, sign: 1 | -1): ValueChange[] {
  // A length is never negative, so a minimum of 0 restricts nothing.
  const unboundedStrictness = sign === 1 && keyword.startsWith('min') && keyword !== 'minimum' ? 0 : -Infinity;
  const strictness = (schema: JsonObject) => {
    const bound = own(schema, keyword);
    return typeof bound === 'number' ? sign * bound : unboundedStrictness;
  };
  const [oldStrictness, newStrictness] = [strictness(old), strictness(now)];
  const describe = (schema: JsonObject) => (own(schema, keyword) === undefined ? 'none' : display(own(schema, keyword)));
  return oldStrictness === newStrictness
    ? []
    : [{ effect: newStrictness > oldStrictness ? 'narrower' : 'wider', what: `${keyword} ${describe(old)} is now ${describe(now)}` }];
}

function conditionChanges(keyword: string, old: JsonObject, now: JsonObject): ValueChange[] {
  const [oldCondition, newCondition] = [old, now].map((schema) => {
    const condition = own(schema, keyword);
    return condition === false ? undefined : condition;
  });
  const effect = isEqual(oldCondition, newCondition) ? undefined : effectOf(newCondition !== undefined, oldCondition !== undefined);
  const describe = (condition: Json | undefined) => (condition === undefined ? 'none' : display(condition));
  return effect ? [{ effect, what: `${keyword} ${describe(oldCondition)} is now ${describe(newCondition)}` }] : [];
}
