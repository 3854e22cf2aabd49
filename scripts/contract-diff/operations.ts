/** Compares two contracts, operation by operation. */
import { type Change, mayBeGone } from './change.ts';
import { type Bundle, bundleOf, entries, type Json, type JsonObject, list, own, same, text, textOf } from './document.ts';
import { type Comparison, leavingChanges, type SchemaChange, schemaComparison } from './schemas.ts';

type Found = Omit<Change, 'subject'>;
interface Operation {
  readonly id: string;
  readonly object: JsonObject;
  readonly item: JsonObject;
}

/** @param today ISO date; what was marked with `x-sunset` may be gone from that day on @returns what a client may notice */
export function contractChanges(released: JsonObject, current: JsonObject, today: string): readonly Change[] {
  const [before, after] = [bundleOf(released), bundleOf(current)];
  const [olds, nows] = [operationsOf(before), operationsOf(after)];
  const compare = schemaComparison(before, after, today);
  const changes: Change[] = schemeChanges(before, after).map((change) => ({ subject: 'security', ...change }));
  for (const [place, old] of olds) {
    const now = nows.get(place);
    const found = now ? operationChanges({ before, after, compare, today }, old, now) : [gone(old.object, place, today)];
    changes.push(...found.map((change) => ({ subject: old.id, ...change })));
  }
  for (const [place, { id, object }] of nows)
    if (!olds.has(place)) changes.push({ subject: id, breaking: false, what: `new in ${list(object.tags).map(text).join(', ')}` });
  return changes;
}

/** By method and path. */
function operationsOf({ root, follow }: Bundle): ReadonlyMap<string, Operation> {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  return new Map(
    entries(root.paths).flatMap(([path, written]) => {
      const item = follow(written);
      return methods
        .filter((method) => item[method])
        .map((method): [string, Operation] => {
          const object = follow(item[method]);
          return [`${method.toUpperCase()} ${path}`, { id: text(object.operationId), object, item }];
        });
    }),
  );
}

function gone(marked: JsonObject, what: string, today: string): Found {
  return mayBeGone(marked, today)
    ? { breaking: false, what: `${what} removed after its sunset` }
    : { breaking: true, what: `${what} removed` };
}

function schemeChanges({ root: old }: Bundle, { root: now }: Bundle): Found[] {
  const schemes = (root: JsonObject) => own(root.components, 'securitySchemes');
  const core = (scheme: Json | undefined) =>
    Object.fromEntries(entries(scheme).filter(([key]) => key !== 'description' && key !== 'bearerFormat'));
  return entries(schemes(old)).flatMap(([name, scheme]) => {
    const is = own(schemes(now), name);
    return is === undefined
      ? [{ breaking: true, what: `scheme ${name} removed` }]
      : same(core(scheme), core(is))
        ? []
        : [{ breaking: true, what: `scheme ${name} is another` }];
  });
}

interface Sides {
  readonly before: Bundle;
  readonly after: Bundle;
  readonly compare: Comparison;
  readonly today: string;
}

function operationChanges(sides: Sides, old: Operation, now: Operation): Found[] {
  const at = (place: string, changes: readonly SchemaChange[]) =>
    changes.map(({ path, breaking, what }) => ({
      breaking,
      what: `${place}${path.replace(/^\./, place && ' ')}${place || path ? ': ' : ''}${what}`,
    }));
  return [
    ...(old.id === now.id ? [] : [{ breaking: true, what: `its operationId is now ${now.id}` }]),
    ...permissionChanges(old.object['x-permission'], now.object['x-permission']),
    ...securityChanges(sides, old, now),
    ...addressChanges(sides, old, now),
    ...at('', leavingChanges(old.object, now.object)),
    ...parameterChanges(sides, old, now, at),
    ...bodyChanges(sides, old.object, now.object, at),
    ...answerChanges(sides, old.object, now.object, at),
  ];
}
type At = (place: string, changes: readonly SchemaChange[]) => Found[];

/** Fewer may call it, or only others: a key that did is refused. */
function permissionChanges(old: Json | undefined, now: Json | undefined): Found[] {
  const demands = (permission: Json | undefined) =>
    list(own(permission, 'anyOf') ?? [permission ?? ''].flat())
      .map(textOf)
      .sort();
  const any = (permission: Json | undefined) => own(permission, 'anyOf') !== undefined || demands(permission).length === 1;
  const [were, are] = [demands(old), demands(now)];
  if (same(were, are) && any(old) === any(now)) return [];
  const said = (permission: Json | undefined) => demands(permission).join(any(permission) ? ' or ' : ' and ');
  const looser =
    (now === 'authenticated' && old !== 'public') ||
    now === 'public' ||
    (any(old) && any(now) && were.every((one) => are.includes(one))) ||
    (!any(old) && (any(now) ? are.some((one) => were.includes(one)) : are.every((one) => were.includes(one))));
  return [{ breaking: !looser, what: `permission ${said(old)} is now ${said(now)}` }];
}

/** The credentials that will do. */
function securityChanges({ before, after }: Sides, old: Operation, now: Operation): Found[] {
  const ways = (bundle: Bundle, { object }: Operation) =>
    list(object.security ?? bundle.root.security).map((way) =>
      Object.keys(typeof way === 'object' && way !== null ? way : {})
        .sort()
        .join(' with '),
    );
  const [were, are] = [ways(before, old), ways(after, now)];
  if (same([...were].sort(), [...are].sort())) return [];
  if (!were.length || !are.length)
    return [{ breaking: !were.length, what: `${are.length ? 'needs a credential' : 'needs no credential'} now` }];
  return [
    ...were.filter((way) => !are.includes(way)).map((way) => ({ breaking: true, what: `no longer takes ${way}` })),
    ...are.filter((way) => !were.includes(way)).map((way) => ({ breaking: false, what: `also takes ${way}` })),
  ];
}

/** Servers by their addresses: an alias is part of the promise. */
function addressChanges({ before, after }: Sides, old: Operation, now: Operation): Found[] {
  const urls = (bundle: Bundle, { item, object }: Operation) =>
    list(object.servers ?? item.servers ?? bundle.root.servers).map((server) => text(own(server, 'url')));
  const [were, are] = [urls(before, old), urls(after, now)];
  return [
    ...were.filter((url) => !are.includes(url)).map((url) => ({ breaking: true, what: `no longer under ${url}` })),
    ...are.filter((url) => !were.includes(url)).map((url) => ({ breaking: false, what: `also under ${url}` })),
  ];
}

function parameterChanges({ before, after, compare, today }: Sides, old: Operation, now: Operation, at: At): Found[] {
  const parameters = ({ follow }: Bundle, { item, object }: Operation) =>
    new Map(
      [...list(item.parameters), ...list(object.parameters)].map((written) => {
        const parameter = follow(written);
        const name = parameter.in === 'header' ? text(parameter.name).toLowerCase() : text(parameter.name);
        return [`${text(parameter.in)} ${name}`, parameter];
      }),
    );
  const [were, are] = [parameters(before, old), parameters(after, now)];
  const added = [...are]
    .filter(([key]) => !were.has(key))
    .map(([key, { required }]) => ({ breaking: required === true, what: `${key}: new${required === true ? ', and required' : ''}` }));
  return [
    ...[...were].flatMap(([key, was]) => {
      const is = are.get(key);
      if (!is) return [{ ...gone(was, `${key}:`, today) }];
      const spelling = (parameter: JsonObject) => [parameter.style ?? '', parameter.explode ?? '', parameter.content === undefined];
      return [
        ...requiredChanges(key, was, is),
        ...(same(spelling(was), spelling(is)) ? [] : [{ breaking: true, what: `${key}: is written in another way` }]),
        ...at(key, [...leavingChanges(was, is), ...compare(was.schema, is.schema, 'request')]),
      ];
    }),
    ...added,
  ];
}

function requiredChanges(place: string, was: JsonObject, is: JsonObject): Found[] {
  const [before, after] = [was.required === true, is.required === true];
  return before === after ? [] : [{ breaking: after, what: `${place}: ${after ? 'required now' : 'no longer required'}` }];
}

function bodyChanges({ before, after, compare }: Sides, old: JsonObject, now: JsonObject, at: At): Found[] {
  const [was, is] = [before.follow(old.requestBody), after.follow(now.requestBody)];
  if (!old.requestBody && !now.requestBody) return [];
  if (!now.requestBody) return [{ breaking: true, what: 'body: removed' }];
  if (!old.requestBody) return [{ breaking: is.required === true, what: `body: new${is.required === true ? ', and required' : ''}` }];
  const usual = 1024 * 1024;
  const limit = (operation: JsonObject) => (typeof operation['x-body-limit'] === 'number' ? operation['x-body-limit'] : usual);
  return [
    ...requiredChanges('body', was, is),
    ...(limit(old) === limit(now)
      ? []
      : [{ breaking: limit(now) < limit(old), what: `body: may have ${limit(now)} bytes, not ${limit(old)}` }]),
    ...mediaChanges('body', was.content, is.content, (media, place) =>
      at(place, compare(own(own(was.content, media), 'schema'), own(own(is.content, media), 'schema'), 'request')),
    ),
  ];
}

function mediaChanges(
  place: string,
  old: Json | undefined,
  now: Json | undefined,
  inner: (media: string, place: string) => Found[],
): Found[] {
  return [
    ...entries(old).flatMap(([media]) =>
      own(now, media) === undefined
        ? [{ breaking: true, what: `${place}: no longer ${media}` }]
        : inner(media, media === 'application/json' ? place : `${place} as ${media}`),
    ),
    ...entries(now)
      .filter(([media]) => own(old, media) === undefined)
      .map(([media]) => ({ breaking: false, what: `${place}: also ${media}` })),
  ];
}

function answerChanges({ before, after, compare }: Sides, old: JsonObject, now: JsonObject, at: At): Found[] {
  const added = entries(now.responses).filter(([status]) => own(old.responses, status) === undefined);
  return [
    ...entries(old.responses).flatMap(([status, written]) => {
      if (own(now.responses, status) === undefined) return [{ breaking: true, what: `${status}: removed` }];
      const [was, is] = [before.follow(written), after.follow(own(now.responses, status))];
      return [
        ...headerChanges(status, was, is, { before, after, compare }, at),
        ...mediaChanges(status, was.content, is.content, (media, place) =>
          at(place, compare(own(own(was.content, media), 'schema'), own(own(is.content, media), 'schema'), 'answer')),
        ),
      ];
    }),
    ...added.map(([status]) => ({
      // A success of another kind comes instead of the one that the client knows; a refusal it has to expect, and 304 it asked for.
      breaking: status.startsWith('2'),
      what: `${status}: new`,
    })),
  ];
}

function headerChanges(status: string, was: JsonObject, is: JsonObject, { before, after, compare }: Omit<Sides, 'today'>, at: At): Found[] {
  // That the operation leaves is said once, by the operation.
  const headers = (answer: JsonObject) => entries(answer.headers).filter(([name]) => name !== 'Deprecation' && name !== 'Sunset');
  const added = headers(is).filter(([name]) => own(was.headers, name) === undefined);
  return [
    ...headers(was).flatMap(([name, written]) => {
      const place = `${status} header ${name}`;
      if (own(is.headers, name) === undefined) return [{ breaking: true, what: `${place}: removed` }];
      const [one, other] = [before.follow(written), after.follow(own(is.headers, name))];
      const loosened = one.required === true && other.required !== true ? [{ breaking: true, what: `${place}: no longer required` }] : [];
      return [...loosened, ...at(place, compare(one.schema, other.schema, 'answer'))];
    }),
    ...added.map(([name]) => ({ breaking: false, what: `${status} header ${name}: new` })),
  ];
}
