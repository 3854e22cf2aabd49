/** Compares two contracts, operation by operation. */
import { type Change, isPastSunset } from './change.ts';
import { type Bundle, bundleOf, entries, type Json, type JsonObject, list, own, isEqual, stringOrEmpty, display } from './document.ts';
import { type Comparison, deprecationChanges, type SchemaChange, createSchemaComparison } from './schemas.ts';

type OperationChange = Omit<Change, 'subject'>;
interface Operation {
  readonly id: string;
  readonly object: JsonObject;
  readonly item: JsonObject;
}

/** @param today ISO date; elements with an `x-sunset` up to this day may have been removed @returns the changes that clients may notice */
export function findContractChanges(released: JsonObject, current: JsonObject, today: string): readonly Change[] {
  const [before, after] = [bundleOf(released), bundleOf(current)];
  const [oldOperations, newOperations] = [operationsOf(before), operationsOf(after)];
  const compare = createSchemaComparison(before, after, today);
  const changes: Change[] = schemeChanges(before, after).map((change) => ({ subject: 'security', ...change }));
  for (const [place, oldOperation] of oldOperations) {
    const newOperation = newOperations.get(place);
    const foundChanges = newOperation
      ? operationChanges({ before, after, compare, today }, oldOperation, newOperation)
      : [removal(oldOperation.object, place, today)];
    changes.push(...foundChanges.map((change) => ({ subject: oldOperation.id, ...change })));
  }
  for (const [place, { id, object }] of newOperations)
    if (!oldOperations.has(place))
      changes.push({ subject: id, breaking: false, what: `new in ${list(object.tags).map(stringOrEmpty).join(', ')}` });
  return changes;
}

/** @returns the operations by method and path */
function operationsOf({ root, follow }: Bundle): ReadonlyMap<string, Operation> {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  return new Map(
    entries(root.paths).flatMap(([path, definition]) => {
      const item = follow(definition);
      return methods
        .filter((method) => item[method])
        .map((method): [string, Operation] => {
          const object = follow(item[method]);
          return [`${method.toUpperCase()} ${path}`, { id: stringOrEmpty(object.operationId), object, item }];
        });
    }),
  );
}

function removal(element: JsonObject, what: string, today: string): OperationChange {
  return isPastSunset(element, today)
    ? { breaking: false, what: `${what} removed after its sunset` }
    : { breaking: true, what: `${what} removed` };
}

function schemeChanges({ root: old }: Bundle, { root: now }: Bundle): OperationChange[] {
  const schemes = (root: JsonObject) => own(root.components, 'securitySchemes');
  const withoutDescription = (scheme: Json | undefined) =>
    Object.fromEntries(entries(scheme).filter(([key]) => key !== 'description' && key !== 'bearerFormat'));
  return entries(schemes(old)).flatMap(([name, scheme]) => {
    const newValue = own(schemes(now), name);
    return newValue === undefined
      ? [{ breaking: true, what: `scheme ${name} removed` }]
      : isEqual(withoutDescription(scheme), withoutDescription(newValue))
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

function operationChanges(sides: Sides, old: Operation, now: Operation): OperationChange[] {
  const locate = (place: string, changes: readonly SchemaChange[]) =>
    changes.map(({ path, breaking, what }) => ({
      breaking,
      what: `${place}${path.replace(/^\./, place && ' ')}${place || path ? ': ' : ''}${what}`,
    }));
  return [
    ...(old.id === now.id ? [] : [{ breaking: true, what: `its operationId is now ${now.id}` }]),
    ...permissionChanges(old.object['x-permission'], now.object['x-permission']),
    ...securityChanges(sides, old, now),
    ...addressChanges(sides, old, now),
    ...locate('', deprecationChanges(old.object, now.object)),
    ...parameterChanges(sides, old, now, locate),
    ...bodyChanges(sides, old.object, now.object, locate),
    ...answerChanges(sides, old.object, now.object, locate),
  ];
}
type LocateChanges = (place: string, changes: readonly SchemaChange[]) => OperationChange[];

/** Reports a changed permission, which is breaking if it allows fewer or other callers, because an existing key may get 403. */
function permissionChanges(old: Json | undefined, now: Json | undefined): OperationChange[] {
  const permissionsIn = (permission: Json | undefined) =>
    list(own(permission, 'anyOf') ?? [permission ?? ''].flat())
      .map(display)
      .sort();
  const isAnySufficient = (permission: Json | undefined) =>
    own(permission, 'anyOf') !== undefined || permissionsIn(permission).length === 1;
  const [oldValues, newValues] = [permissionsIn(old), permissionsIn(now)];
  if (isEqual(oldValues, newValues) && isAnySufficient(old) === isAnySufficient(now)) return [];
  const describePermission = (permission: Json | undefined) =>
    permissionsIn(permission).join(isAnySufficient(permission) ? ' or ' : ' and ');
  const isLooser =
    (now === 'authenticated' && old !== 'public') ||
    now === 'public' ||
    (isAnySufficient(old) && isAnySufficient(now) && oldValues.every((one) => newValues.includes(one))) ||
    (!isAnySufficient(old) &&
      (isAnySufficient(now) ? newValues.some((one) => oldValues.includes(one)) : newValues.every((one) => oldValues.includes(one))));
  return [{ breaking: !isLooser, what: `permission ${describePermission(old)} is now ${describePermission(now)}` }];
}

/** Compares the accepted credentials. */
function securityChanges({ before, after }: Sides, old: Operation, now: Operation): OperationChange[] {
  const credentialsOf = (bundle: Bundle, { object }: Operation) =>
    list(object.security ?? bundle.root.security).map((credential) =>
      Object.keys(typeof credential === 'object' && credential !== null ? credential : {})
        .sort()
        .join(' with '),
    );
  const [oldValues, newValues] = [credentialsOf(before, old), credentialsOf(after, now)];
  if (isEqual([...oldValues].sort(), [...newValues].sort())) return [];
  if (!oldValues.length || !newValues.length)
    return [{ breaking: !oldValues.length, what: `${newValues.length ? 'needs a credential' : 'needs no credential'} now` }];
  return [
    ...oldValues
      .filter((credential) => !newValues.includes(credential))
      .map((credential) => ({ breaking: true, what: `no longer takes ${credential}` })),
    ...newValues
      .filter((credential) => !oldValues.includes(credential))
      .map((credential) => ({ breaking: false, what: `also takes ${credential}` })),
  ];
}

/** Compares the addresses of servers, because an alias is part of the contract. */
function addressChanges({ before, after }: Sides, old: Operation, now: Operation): OperationChange[] {
  const urls = (bundle: Bundle, { item, object }: Operation) =>
    list(object.servers ?? item.servers ?? bundle.root.servers).map((server) => stringOrEmpty(own(server, 'url')));
  const [oldValues, newValues] = [urls(before, old), urls(after, now)];
  return [
    ...oldValues.filter((url) => !newValues.includes(url)).map((url) => ({ breaking: true, what: `no longer under ${url}` })),
    ...newValues.filter((url) => !oldValues.includes(url)).map((url) => ({ breaking: false, what: `also under ${url}` })),
  ];
}

function parameterChanges(
  { before, after, compare, today }: Sides,
  old: Operation,
  now: Operation,
  locate: LocateChanges,
): OperationChange[] {
  const parameters = ({ follow }: Bundle, { item, object }: Operation) =>
    new Map(
      [...list(item.parameters), ...list(object.parameters)].map((definition) => {
        const parameter = follow(definition);
        const name = parameter.in === 'header' ? stringOrEmpty(parameter.name).toLowerCase() : stringOrEmpty(parameter.name);
        return [`${stringOrEmpty(parameter.in)} ${name}`, parameter];
      }),
    );
  const [oldValues, newValues] = [parameters(before, old), parameters(after, now)];
  const addedParameters = [...newValues]
    .filter(([key]) => !oldValues.has(key))
    .map(([key, { required }]) => ({ breaking: required === true, what: `${key}: new${required === true ? ', and required' : ''}` }));
  return [
    ...[...oldValues].flatMap(([key, oldValue]) => {
      const newValue = newValues.get(key);
      if (!newValue) return [{ ...removal(oldValue, `${key}:`, today) }];
      const styleOf = (parameter: JsonObject) => [parameter.style ?? '', parameter.explode ?? '', parameter.content === undefined];
      return [
        ...requiredChanges(key, oldValue, newValue),
        ...(isEqual(styleOf(oldValue), styleOf(newValue)) ? [] : [{ breaking: true, what: `${key}: is written in another way` }]),
        ...locate(key, [...deprecationChanges(oldValue, newValue), ...compare(oldValue.schema, newValue.schema, 'request')]),
      ];
    }),
    ...addedParameters,
  ];
}

function requiredChanges(place: string, oldValue: JsonObject, newValue: JsonObject): OperationChange[] {
  const [wasRequired, isRequired] = [oldValue.required === true, newValue.required === true];
  return wasRequired === isRequired
    ? []
    : [{ breaking: isRequired, what: `${place}: ${isRequired ? 'required now' : 'no longer required'}` }];
}

function bodyChanges({ before, after, compare }: Sides, old: JsonObject, now: JsonObject, locate: LocateChanges): OperationChange[] {
  const [oldValue, newValue] = [before.follow(old.requestBody), after.follow(now.requestBody)];
  if (!old.requestBody && !now.requestBody) return [];
  if (!now.requestBody) return [{ breaking: true, what: 'body: removed' }];
  if (!old.requestBody)
    return [{ breaking: newValue.required === true, what: `body: new${newValue.required === true ? ', and required' : ''}` }];
  const defaultLimit = 1024 * 1024;
  const limit = (operation: JsonObject) => (typeof operation['x-body-limit'] === 'number' ? operation['x-body-limit'] : defaultLimit);
  return [
    ...requiredChanges('body', oldValue, newValue),
    ...(limit(old) === limit(now)
      ? []
      : [{ breaking: limit(now) < limit(old), what: `body: may have ${limit(now)} bytes, not ${limit(old)}` }]),
    ...mediaChanges('body', oldValue.content, newValue.content, (media, place) =>
      locate(place, compare(own(own(oldValue.content, media), 'schema'), own(own(newValue.content, media), 'schema'), 'request')),
    ),
  ];
}

function mediaChanges(
  place: string,
  old: Json | undefined,
  now: Json | undefined,
  inner: (media: string, place: string) => OperationChange[],
): OperationChange[] {
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

function answerChanges({ before, after, compare }: Sides, old: JsonObject, now: JsonObject, locate: LocateChanges): OperationChange[] {
  const addedAnswers = entries(now.responses).filter(([status]) => own(old.responses, status) === undefined);
  return [
    ...entries(old.responses).flatMap(([status, definition]) => {
      if (own(now.responses, status) === undefined) return [{ breaking: true, what: `${status}: removed` }];
      const [oldValue, newValue] = [before.follow(definition), after.follow(own(now.responses, status))];
      return [
        ...headerChanges(status, oldValue, newValue, { before, after, compare }, locate),
        ...mediaChanges(status, oldValue.content, newValue.content, (media, place) =>
          locate(place, compare(own(own(oldValue.content, media), 'schema'), own(own(newValue.content, media), 'schema'), 'answer')),
        ),
      ];
    }),
    ...addedAnswers.map(([status]) => ({
      // A new success status replaces the one that clients know. Clients must expect new errors, and 304 only follows a conditional
      // request.
      breaking: status.startsWith('2'),
      what: `${status}: new`,
    })),
  ];
}

function headerChanges(
  status: string,
  oldValue: JsonObject,
  newValue: JsonObject,
  { before, after, compare }: Omit<Sides, 'today'>,
  locate: LocateChanges,
): OperationChange[] {
  // The deprecation of an operation is reported once, by the operation.
  const headers = (answer: JsonObject) => entries(answer.headers).filter(([name]) => name !== 'Deprecation' && name !== 'Sunset');
  const addedHeaders = headers(newValue).filter(([name]) => own(oldValue.headers, name) === undefined);
  return [
    ...headers(oldValue).flatMap(([name, definition]) => {
      const place = `${status} header ${name}`;
      if (own(newValue.headers, name) === undefined) return [{ breaking: true, what: `${place}: removed` }];
      const [oldHeader, newHeader] = [before.follow(definition), after.follow(own(newValue.headers, name))];
      const loosenedChanges =
        oldHeader.required === true && newHeader.required !== true ? [{ breaking: true, what: `${place}: no longer required` }] : [];
      return [...loosenedChanges, ...locate(place, compare(oldHeader.schema, newHeader.schema, 'answer'))];
    }),
    ...addedHeaders.map(([name]) => ({ breaking: false, what: `${status} header ${name}: new` })),
  ];
}
