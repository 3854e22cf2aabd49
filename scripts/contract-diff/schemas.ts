/** Compares what two schemas allow, in the direction in which the value travels. */
import { breaks, type Direction, type Effect, mayBeGone } from './change.ts';
import { type Bundle, isObject, type Json, type JsonObject, list, own, same, text, textOf } from './document.ts';
import { valueChanges, valueKeywords } from './values.ts';

/** @property path from the schema to the place, such as `.data[].status` */
export interface SchemaChange {
  readonly path: string;
  readonly breaking: boolean;
  readonly what: string;
}
export type Comparison = (old: Json | undefined, now: Json | undefined, direction: Direction) => readonly SchemaChange[];

/** Looked at below, or says nothing about which values are allowed. */
const understood = [
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

const names = (value: Json | undefined) => list(value).map(text);

/** @param today decides what may be gone that was marked with `x-sunset` */
export function schemaComparison(before: Bundle, after: Bundle, today: string): Comparison {
  const known = {
    request: new WeakMap<JsonObject, WeakMap<JsonObject, SchemaChange[]>>(),
    answer: new WeakMap<JsonObject, WeakMap<JsonObject, SchemaChange[]>>(),
  };

  function compare(oldSchema: Json | undefined, newSchema: Json | undefined, direction: Direction): readonly SchemaChange[] {
    const [old, now] = [before.follow(oldSchema), after.follow(newSchema)];
    const pairs = known[direction].get(old) ?? new WeakMap<JsonObject, SchemaChange[]>();
    known[direction].set(old, pairs);
    const found = pairs.get(now);
    if (found) return found;
    const changes: SchemaChange[] = [];
    // A schema that contains itself meets its own list here, still empty, and ends.
    pairs.set(now, changes);
    changes.push(
      ...differences(flat(before.follow, alike(oldSchema, old, now)), flat(after.follow, alike(newSchema, now, old)), direction),
    );
    return changes;
  }

  function differences(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const change = (effect: Effect, what: string) => ({ path: '', breaking: breaks(effect, direction), what });
    const inside = (step: string, one: Json | undefined, other: Json | undefined) =>
      compare(one ?? {}, other ?? {}, direction).map((inner) => ({ ...inner, path: step + inner.path }));
    const strange = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (keyword) => !understood.includes(keyword) && !keyword.startsWith('x-') && !same(old[keyword], now[keyword]),
    );
    return [
      ...valueChanges(old, now).map(({ effect, what }) => change(effect, what)),
      ...alternativeChanges(old, now, direction),
      ...propertyChanges(old, now, direction),
      ...closingChanges(old, now, direction),
      ...['items', 'contentSchema'].flatMap((keyword) =>
        old[keyword] || now[keyword] ? inside(keyword === 'items' ? '[]' : ' lines', old[keyword], now[keyword]) : [],
      ),
      ...defaultChanges(old, now, direction),
      ...leavingChanges(old, now),
      // What is not understood is not called harmless.
      ...strange.map((keyword) => change('other', `${keyword} is another`)),
    ];
  }

  function propertyChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [mustOld, mustNow] = [names(old.required), names(now.required)];
    const has = (schema: JsonObject, must: readonly string[], name: string) =>
      own(schema.properties, name) !== undefined || must.includes(name);
    const all = [old, now].flatMap((schema) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
    return [...new Set([...all, ...mustOld, ...mustNow])].flatMap((name): SchemaChange[] => {
      const [was, is] = [own(old.properties, name), own(now.properties, name)];
      const path = `.${name}`;
      if (!has(now, mustNow, name))
        return [
          {
            path,
            breaking: !mayBeGone(before.follow(was), today),
            what: mayBeGone(before.follow(was), today) ? 'removed after its sunset' : 'removed',
          },
        ];
      if (!has(old, mustOld, name)) {
        const needed = direction === 'request' && mustNow.includes(name);
        return [{ path, breaking: needed, what: needed ? 'new, and required' : 'new' }];
      }
      const inner = compare(was ?? {}, is ?? {}, direction).map((change) => ({ ...change, path: path + change.path }));
      if (mustOld.includes(name) === mustNow.includes(name)) return inner;
      const effect: Effect = mustNow.includes(name) ? 'narrower' : 'wider';
      return [{ path, breaking: breaks(effect, direction), what: effect === 'narrower' ? 'required now' : 'no longer required' }, ...inner];
    });
  }

  function closingChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [was = true, is = true] = [old, now].map((schema) => schema.additionalProperties ?? schema.unevaluatedProperties);
    if (isObject(was) && isObject(is)) return compare(was, is, direction).map((change) => ({ ...change, path: `.*${change.path}` }));
    if (same(was, is)) return [];
    const openness = (value: Json) => (value === false ? 0 : value === true ? 2 : 1);
    const said = ['is closed', 'takes other properties of one kind', 'takes any other property'][openness(is)] ?? '';
    return [{ path: '', breaking: breaks(openness(is) < openness(was) ? 'narrower' : 'wider', direction), what: `${said} now` }];
  }

  function alternativeChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
    const [were, are] = [alternativesOf(old), alternativesOf(now)];
    if (!were && !are) return [];
    const change = (effect: Effect, what: string) => ({ path: '', breaking: breaks(effect, direction), what });
    if (!were) return [change('narrower', 'limited to alternatives')];
    if (!are) return [change('wider', 'no longer limited to alternatives')];
    const { pairs, gone, added } = paired(were, are);
    return [
      ...gone.map((one) => change('narrower', `without the alternative ${nameOf(before, one)}`)),
      ...added.map((one) => change('wider', `with the alternative ${nameOf(after, one)}`)),
      ...pairs.flatMap(([one, other]) => compare(one, other, direction)),
    ];
  }

  return compare;
}

/** Of the same value a server now makes another. Only a request has defaults. */
function defaultChanges(old: JsonObject, now: JsonObject, direction: Direction): SchemaChange[] {
  if (direction === 'answer' || same(old.default, now.default)) return [];
  const said = (value: Json | undefined) => (value === undefined ? 'none' : textOf(value));
  return [{ path: '', breaking: old.default !== undefined, what: `default ${said(old.default)} is now ${said(now.default)}` }];
}

/** Marked as leaving, or not any more, or leaving sooner than was said. */
export function leavingChanges(old: JsonObject, now: JsonObject): SchemaChange[] {
  if (now.deprecated !== true) return old.deprecated === true ? [{ path: '', breaking: false, what: 'no longer deprecated' }] : [];
  const [was, is] = [text(old['x-sunset']), text(now['x-sunset'])];
  if (old.deprecated !== true) return [{ path: '', breaking: false, what: `deprecated, leaves on ${is}` }];
  return was === is ? [] : [{ path: '', breaking: is < was, what: `leaves on ${is}, not on ${was}` }];
}

/** With what its `allOf` demand. */
function flat(follow: Bundle['follow'], schema: JsonObject): JsonObject {
  const parts = list(schema.allOf).map((part) => flat(follow, follow(part)));
  if (!parts.length) return schema;
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    properties: Object.assign({}, ...[...parts, schema].map(({ properties }) => properties)),
    required: [...parts, schema].flatMap(({ required }) => list(required)),
    // The parts are open so that the whole can close itself.
    additionalProperties: schema.additionalProperties ?? schema.unevaluatedProperties ?? true,
  };
}

function alternativesOf(schema: JsonObject): readonly Json[] | undefined {
  const listed = schema.oneOf ?? schema.anyOf;
  return Array.isArray(listed) ? listed : undefined;
}

/** What stands for itself alone, as the only alternative where the other side has nothing but alternatives: it may now also be null. */
function alike(written: Json | undefined, schema: JsonObject, other: JsonObject): JsonObject {
  const demands = Object.keys(other).filter((keyword) => !['oneOf', 'anyOf', 'title', 'description', 'default'].includes(keyword));
  return alternativesOf(other) && !alternativesOf(schema) && !demands.length ? { oneOf: [written ?? schema] } : schema;
}

/** Each alternative with the one that it became: the same, of the same name, or of the same type. */
function paired(were: readonly Json[], are: readonly Json[]) {
  const [gone, added, pairs] = [[...were], [...are], new Array<[Json, Json]>()];
  const marks = [(one: Json) => one, (one: Json) => own(one, '$ref'), (one: Json) => own(one, 'title'), (one: Json) => own(one, 'type')];
  for (const mark of marks) {
    for (const one of [...gone]) {
      const other = added.find((candidate) => mark(one) !== undefined && same(mark(one), mark(candidate)));
      if (other === undefined) continue;
      pairs.push([one, other]);
      gone.splice(gone.indexOf(one), 1);
      added.splice(added.indexOf(other), 1);
    }
  }
  return { pairs, gone, added };
}

function nameOf({ follow }: Bundle, alternative: Json): string {
  const { title, type } = follow(alternative);
  return text(own(alternative, '$ref')).split('/').at(-1) || textOf(title ?? type ?? 'without a name');
}
