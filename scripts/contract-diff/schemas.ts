/** Compares the values that two schemas allow, in the direction in which the value travels. */
import { isBreaking, type Direction, type Effect, isPastSunset } from './change.ts';
import { type Bundle, isObject, type Json, type JsonObject, list, own, isEqual, stringOrEmpty, display } from './document.ts';
import { valueChanges, valueKeywords } from './values.ts';

/** @property path from the schema to the place, such as `.data[].status` */
export interface SchemaChange {
  readonly path: string;
  readonly breaking: boolean;
  readonly what: string;
}
export type Comparison = (old: Json | undefined, now: Json | undefined, direction: Direction) => readonly SchemaChange[];

/** Keywords that are compared below, or that do not restrict values. */
const comparedKeywords = [
  ...valueKeywords,
  'oneOf',
  'anyOf',
  'allOf',
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'contentSchema',
  'default',
  'deprecated',
  'title',
  'description',
  'example',
  'examples',
  '$comment',
  'externalDocs',
  'discriminator',
];

const names = (value: Json | undefined) => list(value).map(stringOrEmpty);

/** @param today decides whether an element with `x-sunset` may have been removed */
export function createSchemaComparison(before: Bundle, after: Bundle, today: string): Comparison {
  const comparisons = {
    request: new WeakMap<JsonObject, WeakMap<JsonObject, SchemaChange[]>>(),
    answer: new WeakMap<JsonObject, WeakMap<JsonObject, SchemaChange[]>>(),
  };

  function compare(oldSchema: Json | undefined, newSchema: Json | undefined, direction: Direction): readonly SchemaChange[] {
    const [old, now] = [before.follow(oldSchema), after.follow(newSchema)];
    const pairs = comparisons[direction].get(old) ?? new WeakMap<JsonObject, SchemaChange[]>();
    comparisons[direction].set(old, pairs);
    const existing = pairs.get(now);
    if (existing) return existing;
    const changes: SchemaChange[] = [];
    // A recursive schema finds its own list here, still empty, which ends the recursion.
    pairs.set(now, changes);
    changes.push(
      ...differences(
        flatten(before.follow, asAlternatives(oldSchema, old, now)),
        flatten(after.follow, asAlternatives(newSchema, now, old)),
        direction,
      ),
    );
    return changes;
  }

  function differences(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const change = (effect: Effect, what: string) => ({ path: '', breaking: isBreaking(effect, direction), what });
    const innerChanges = (step: string, one: Json | undefined, other: Json | undefined) =>
      compare(one ?? {}, other ?? {}, direction).map((inner) => ({ ...inner, path: step + inner.path }));
    const unknownKeywords = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (keyword) => !comparedKeywords.includes(keyword) && !keyword.startsWith('x-') && !isEqual(old[keyword], now[keyword]),
    );
    return [
      ...valueChanges(old, now).map(({ effect, what }) => change(effect, what)),
      ...alternativeChanges(old, now, direction),
      ...propertyChanges(old, now, direction),
      ...additionalPropertyChanges(old, now, direction),
      ...['items', 'contentSchema'].flatMap((keyword) =>
        old[keyword] || now[keyword] ? innerChanges(keyword === 'items' ? '[]' : ' lines', old[keyword], now[keyword]) : [],
      ),
      ...defaultChanges(old, now, direction),
      ...deprecationChanges(old, now),
      // A change of a keyword that is not compared above may be breaking.
      ...unknownKeywords.map((keyword) => change('other', `${keyword} is another`)),
    ];
  }

  function propertyChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [oldRequired, newRequired] = [names(old.required), names(now.required)];
    const hasProperty = (schema: JsonObject, requiredNames: readonly string[], name: string) =>
      own(schema.properties, name) !== undefined || requiredNames.includes(name);
    const propertyNames = [old, now].flatMap((schema) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
    return [...new Set([...propertyNames, ...oldRequired, ...newRequired])].flatMap((name): SchemaChange[] => {
      const [oldValue, newValue] = [own(old.properties, name), own(now.properties, name)];
      const path = `.${name}`;
      if (!hasProperty(now, newRequired, name))
        return [
          {
            path,
            breaking: !isPastSunset(before.follow(oldValue), today),
            what: isPastSunset(before.follow(oldValue), today) ? 'removed after its sunset' : 'removed',
          },
        ];
      if (!hasProperty(old, oldRequired, name)) {
        const isNewlyRequired = direction === 'request' && newRequired.includes(name);
        return [{ path, breaking: isNewlyRequired, what: isNewlyRequired ? 'new, and required' : 'new' }];
      }
      const inner = compare(oldValue ?? {}, newValue ?? {}, direction).map((change) => ({ ...change, path: path + change.path }));
      if (oldRequired.includes(name) === newRequired.includes(name)) return inner;
      const effect: Effect = newRequired.includes(name) ? 'narrower' : 'wider';
      return [
        { path, breaking: isBreaking(effect, direction), what: effect === 'narrower' ? 'required now' : 'no longer required' },
        ...inner,
      ];
    });
  }

  function additionalPropertyChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [oldValue = true, newValue = true] = [old, now].map((schema) => schema.additionalProperties ?? schema.unevaluatedProperties);
    if (isObject(oldValue) && isObject(newValue))
      return compare(oldValue, newValue, direction).map((change) => ({ ...change, path: `.*${change.path}` }));
    if (isEqual(oldValue, newValue)) return [];
    const openness = (value: Json) => (value === false ? 0 : value === true ? 2 : 1);
    const opennessText = ['is closed', 'takes other properties of one kind', 'takes any other property'][openness(newValue)] ?? '';
    return [
      {
        path: '',
        breaking: isBreaking(openness(newValue) < openness(oldValue) ? 'narrower' : 'wider', direction),
        what: `${opennessText} now`,
      },
    ];
  }

  function alternativeChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [oldAlternatives, newAlternatives] = [alternativesOf(old), alternativesOf(now)];
    if (!oldAlternatives && !newAlternatives) return [];
    const change = (effect: Effect, what: string) => ({ path: '', breaking: isBreaking(effect, direction), what });
    if (!oldAlternatives) return [change('narrower', 'limited to alternatives')];
    if (!newAlternatives) return [change('wider', 'no longer limited to alternatives')];
    const { pairs, gone: removed, added } = pairAlternatives(oldAlternatives, newAlternatives);
    return [
      ...removed.map((one) => change('narrower', `without the alternative ${nameOf(before, one)}`)),
      ...added.map((one) => change('wider', `with the alternative ${nameOf(after, one)}`)),
      ...pairs.flatMap(([one, other]) => compare(one, other, direction)),
    ];
  }

  return compare;
}

/** Reports a changed default, because the server then interprets a missing value differently. Only requests have defaults. */
function defaultChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
  if (direction === 'answer' || isEqual(old.default, now.default)) return [];
  const describe = (value: Json | undefined) => (value === undefined ? 'none' : display(value));
  return [{ path: '', breaking: old.default !== undefined, what: `default ${describe(old.default)} is now ${describe(now.default)}` }];
}

/** Reports a new deprecation, a withdrawn deprecation, or another sunset date, which is breaking if it is earlier. */
export function deprecationChanges(old: JsonObject, now: JsonObject): SchemaChange[] {
  if (now.deprecated !== true) return old.deprecated === true ? [{ path: '', breaking: false, what: 'no longer deprecated' }] : [];
  const [oldValue, newValue] = [stringOrEmpty(old['x-sunset']), stringOrEmpty(now['x-sunset'])];
  if (old.deprecated !== true) return [{ path: '', breaking: false, what: `deprecated, leaves on ${newValue}` }];
  return oldValue === newValue ? [] : [{ path: '', breaking: newValue < oldValue, what: `leaves on ${newValue}, not on ${oldValue}` }];
}

/** @returns the schema merged with the members of its `allOf` */
function flatten(follow: Bundle['follow'], schema: JsonObject): JsonObject {
  const parts = list(schema.allOf).map((part) => flatten(follow, follow(part)));
  if (!parts.length) return schema;
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    properties: Object.assign({}, ...[...parts, schema].map(({ properties }) => properties)),
    required: [...parts, schema].flatMap(({ required }) => list(required)),
    // The members are open so that the whole schema can be closed.
    additionalProperties: schema.additionalProperties ?? schema.unevaluatedProperties ?? true,
  };
}

function alternativesOf(schema: JsonObject): readonly Json[] | undefined {
  const alternatives = schema.oneOf ?? schema.anyOf;
  return Array.isArray(alternatives) ? alternatives : undefined;
}

/** @returns a schema as its only alternative if the other schema has only alternatives, because it may have become nullable */
function asAlternatives(written: Json | undefined, schema: JsonObject, other: JsonObject): JsonObject {
  const constraints = Object.keys(other).filter((keyword) => !['oneOf', 'anyOf', 'title', 'description', 'default'].includes(keyword));
  return alternativesOf(other) && !alternativesOf(schema) && !constraints.length ? { oneOf: [written ?? schema] } : schema;
}

/** Pairs each alternative with its new version: an equal alternative, or one with the same name or the same type. */
function pairAlternatives(oldAlternatives: readonly Json[], newAlternatives: readonly Json[]) {
  const [removedAlternatives, addedAlternatives, pairs] = [[...oldAlternatives], [...newAlternatives], new Array<[Json, Json]>()];
  const identifiers = [
    (one: Json) => one,
    (one: Json) => own(one, '$ref'),
    (one: Json) => own(one, 'title'),
    (one: Json) => own(one, 'type'),
  ];
  for (const identify of identifiers) {
    for (const one of [...removedAlternatives]) {
      const other = addedAlternatives.find((candidate) => identify(one) !== undefined && isEqual(identify(one), identify(candidate)));
      if (other === undefined) continue;
      pairs.push([one, other]);
      removedAlternatives.splice(removedAlternatives.indexOf(one), 1);
      addedAlternatives.splice(addedAlternatives.indexOf(other), 1);
    }
  }
  return { pairs, gone: removedAlternatives, added: addedAlternatives };
}

function nameOf({ follow }: Bundle, alternative: Json): string {
  const { title, type } = follow(alternative);
  return stringOrEmpty(own(alternative, '$ref')).split('/').at(-1) || display(title ?? type ?? 'without a name');
}
