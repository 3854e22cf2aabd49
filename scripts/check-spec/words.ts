/** Checks the vocabulary: a name has the same meaning everywhere, and a concept has one name (spec/README, Words). */
import { type Contract, entries, type Fault, isObject, type Json, list, own, text } from './document.ts';
import { exceptions, resetUsedExceptions, isExcepted, findUnusedExceptions } from './word-exceptions.ts';

const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/;

export function checkWords(contract: Contract, fault: Fault): void {
  resetUsedExceptions();
  const kinds = checkProperties(contract, fault);
  checkEnumerations(contract, fault);
  checkPathParameters(contract, fault);
  for (const { id, method, operation, parameters } of contract.operations) {
    const isOtherPut = method === 'put' && !isExcepted(exceptions.puts, id);
    if (isOtherPut && !id.startsWith('replace')) fault('verb', id, 'a PUT of a whole is called replace…');
    if (method === 'patch' && !id.startsWith('update') && !isExcepted(exceptions.patches, id))
      fault('verb', id, 'a PATCH is called update…');
    const answer = contract.at(operation, 'responses', '200', 'content', 'application/json', 'schema');
    const schemaRef = text(own(own(own(own(own(own(operation, 'responses'), '200'), 'content'), 'application/json'), 'schema'), '$ref'));
    if (method === 'get' && schemaRef.endsWith('/FileLink') && !/^get.*DownloadUrl$/.test(id))
      fault('verb', id, 'what answers a link to a file is called get…DownloadUrl');
    if (id.startsWith('list')) {
      const otherProperties = entries(contract.at(answer, 'properties')).flatMap(([name]) => (listProperties.has(name) ? [] : [name]));
      if ((!contract.at(answer, 'properties', 'data') || otherProperties.length) && !isExcepted(exceptions.lists, id))
        fault('list', id, `answers ${otherProperties.join(', ') || 'no data'}`);
    }
    for (const parameter of parameters.filter((one) => own(one, 'in') === 'query')) {
      const name = text(own(parameter, 'name'));
      const [, field = ''] = /^(.+)(After|Before)$/.exec(name) ?? [];
      if (field && !kinds.get(field)?.has('time')) fault('window', `${id} ${name}`, `no record has a time that is called ${field}`);
      if (contract.at(parameter, 'schema', 'default') === true && !isExcepted(exceptions.defaults, name))
        fault('widens', `${id} ${name}`, 'a boolean is false unless it is sent');
      if (/^Filters by a part of/.test(text(own(parameter, 'description'))) && name !== 'search' && !isExcepted(exceptions.filters, name))
        fault('search', `${id} ${name}`, 'a text filter is called search');
    }
  }
  checkParameterKinds(contract, fault);
  for (const name of findUnusedExceptions()) fault('exception', name, 'is an exception to a rule of words that nothing needs');
}

const listProperties = new Set(['data', 'nextCursor', 'previousCursor', 'totalCount', 'success']);

/** @returns the types of each property by name */
function checkProperties({ document, at }: Contract, fault: Fault): ReadonlyMap<string, ReadonlySet<string>> {
  const enumerations = enumerationsIn(document);
  const kinds = new Map<string, Map<string, string>>();
  for (const [schema, value] of entries(at(document, 'components', 'schemas'))) {
    if (isExcepted(exceptions.schemas, schema)) continue;
    (function walk(inner: Json | undefined) {
      if (Array.isArray(inner)) return inner.forEach(walk);
      if (!isObject(inner)) return;
      const properties = entries(own(inner, 'properties'));
      const names = properties.map(([name]) => name);
      // Maps of counts or rights have the values of an enumeration as property names.
      const isMap = names.length > 0 && enumerations.some((values) => names.every((name) => values.has(name)));
      for (const [name, property] of isMap ? [] : properties) {
        const schemaByKind = kinds.get(name) ?? new Map<string, string>();
        const [first, ...alternatives] = kindsOf(property, at);
        // A property with several alternative schemas has no single type.
        if (first !== undefined && !alternatives.length && !schemaByKind.has(first)) schemaByKind.set(first, schema);
        kinds.set(name, schemaByKind);
      }
      for (const [key, child] of Object.entries(inner)) if (!['example', 'enum', 'default', 'const'].includes(key)) walk(child);
    })(value);
  }
  for (const [name, schemaByKind] of kinds)
    if (schemaByKind.size > 1 && !isExcepted(exceptions.properties, name))
      fault('word', name, `is ${[...schemaByKind].map(([kind, schema]) => `${kind} in ${schema}`).join(', ')}`);
  return new Map([...kinds].map(([name, schemaByKind]) => [name, new Set(schemaByKind.keys())]));
}

/** The types of a value: text, time, number, boolean, object, or a list of these; empty if any value is allowed. */
function kindsOf(schema: Json | undefined, at: Contract['at']): string[] {
  const resolved = at(schema);
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((form) => list(own(resolved, form)));
  if (parts.length) return [...new Set(parts.flatMap((part) => kindsOf(part, at)))].slice(0, own(resolved, 'allOf') ? 1 : undefined);
  return list(own(resolved, 'type') === undefined ? [] : [own(resolved, 'type') ?? null].flat()).flatMap((type) => {
    if (type === 'null') return [];
    if (type === 'string') return [/^date/.test(text(own(resolved, 'format'))) ? 'time' : 'text'];
    if (type === 'integer') return ['number'];
    if (type === 'array') return kindsOf(own(resolved, 'items'), at).map((kind) => `list of ${kind}`);
    return [text(type)];
  });
}

function enumerationsIn(document: Json): ReadonlySet<string>[] {
  const valueSets: ReadonlySet<string>[] = [];
  (function walk(value: Json | undefined) {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isObject(value)) return;
    const values = list(own(value, 'enum')).map(text);
    if (values.length) valueSets.push(new Set(values));
    Object.values(value).forEach(walk);
  })(own(own(document, 'components'), 'schemas'));
  return valueSets;
}

/** Values are in snake_case, and null is declared next to a reference, not as a value. The values of `sortBy` are field names. */
function checkEnumerations({ document }: Contract, fault: Fault): void {
  for (const [schema, value] of entries(own(own(document, 'components'), 'schemas')))
    (function walk(inner: Json | undefined, where: string) {
      if (Array.isArray(inner)) return inner.forEach((item) => walk(item, where));
      if (!isObject(inner)) return;
      const values = list(own(inner, 'enum'));
      if (values.includes(null)) fault('nullable', where, 'null is an alternative to an enumeration, and none of its values');
      const invalid = values.filter((one) => typeof one === 'string' && !snakeCase.test(one));
      if (invalid.length && !isExcepted(exceptions.enumerations, where)) fault('snake', where, `has the values ${invalid.join(', ')}`);
      for (const [key, child] of Object.entries(inner))
        if (key === 'properties') for (const [name, property] of entries(child)) walk(property, `${where}.${name}`);
        else if (!['example', 'default', 'enum'].includes(key)) walk(child, where);
    })(value, schema);
}

/** Parameters after the same path segment have the same name. */
function checkPathParameters({ operations }: Contract, fault: Fault): void {
  const names = new Map<string, string>();
  for (const path of new Set(operations.map((operation) => operation.path)))
    for (const [index, name] of path.split('/').entries()) {
      const word = path.split('/')[index - 1] ?? '';
      if (!name.startsWith('{')) continue;
      const knownName = names.get(word) ?? name;
      if (knownName !== name && !isExcepted(exceptions.paths, word)) fault('path-name', path, `${name} is called ${knownName} elsewhere`);
      names.set(word, knownName);
    }
}

/** Parameters with the same name take the same type of value, one or several. */
function checkParameterKinds({ operations, at }: Contract, fault: Fault): void {
  const kinds = new Map<string, Map<string, string>>();
  for (const { id, parameters } of operations)
    for (const parameter of parameters) {
      const name = `${text(own(parameter, 'in'))} ${text(own(parameter, 'name'))}`;
      const operationByKind = kinds.get(name) ?? new Map<string, string>();
      for (const kind of kindsOf(own(parameter, 'schema'), at)) operationByKind.set(kind.replace('list of ', ''), id);
      kinds.set(name, operationByKind);
    }
  for (const [name, operationByKind] of kinds)
    if (operationByKind.size > 1) fault('word', name, `is ${[...operationByKind].map(([kind, id]) => `${kind} in ${id}`).join(', ')}`);
}
