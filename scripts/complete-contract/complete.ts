/**
 * Finishes the contract. Adds what nobody should have to write: tags, what every operation of a kind takes and answers, errors as
 * problems, three headers on every answer, the requirement of a session and the limit of the body in descriptions, closed schemas, and the
 * rules of each area. It puts the other headers where they are used, because openapi-typescript takes a header behind a reference for a
 * required one. There, each shows the place that its own operation would name.
 */
import { deprecationHeaders } from '../../server/contract/deprecation.ts';
import { areasOf } from './areas.ts';
import { addCatalogue } from './catalogue.ts';
import { closeSchemas } from './closed.ts';
import { type Document, type Header, nameIn, type Operation, operationsOf, resolved } from './document.ts';
import { addErrors } from './errors.ts';
import { addGiven } from './given.ts';
import { addHeaders } from './headers.ts';
import { nameInnerObjects } from './inner-objects.ts';
import { addInputs } from './inputs.ts';
import { putInOrder } from './order.ts';
import { idIn, placeOf } from './place.ts';
import { addProblems } from './problems.ts';
import { addRules } from './rules.ts';
import { addRefusals } from './refusals.ts';
import { shapeSchemas } from './shapes.ts';
import { addShared } from './shared.ts';

const everywhere = { 'X-Request-Id': 'RequestId', RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' };
const needsSession = 'Requires a session. An API key gets 403 `session_required`, whatever its scopes.';

/** Finishes `document`, which the bundler made of the parts in `folder`. */
export function complete(document: Document, folder: string): void {
  const areas = areasOf(folder);
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of operationsOf(item)) operation.tags ??= [areas.get(path) ?? ''];
  addRules(document, folder);
  addShared(document);
  addErrors(document);
  closeSchemas(document);
  shapeSchemas(document);
  nameInnerObjects(document);
  addGiven(document);
  addInputs(document);
  addHeaders(document);
  putInOrder(document);
  const operations = Object.values(document.paths).flatMap(operationsOf);
  addRefusals(document, addCatalogue(document));
  addProblems(document);

  const written = operations.flatMap(({ responses }) => Object.values(responses));
  for (const answer of [...written, ...Object.values(document.components.responses)]) {
    if (answer.$ref) continue;
    for (const [name, { $ref }] of Object.entries(answer.headers ?? {})) {
      const header = document.components.headers[nameIn($ref ?? '')];
      if (answer.headers && header && !Object.hasOwn(everywhere, name)) answer.headers[name] = header;
    }
    for (const [header, component] of Object.entries(everywhere)) {
      (answer.headers ??= {})[header] = { $ref: `#/components/headers/${component}` };
    }
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of operationsOf(item)) showPlaces(document, path, operation);
  for (const operation of operations) {
    const { 'x-requires-session': isOfAPerson, 'x-body-limit': limit } = operation;
    const more = [...(isOfAPerson ? [needsSession] : []), ...(limit === undefined ? [] : [`The request body may have ${sizeOf(limit)}.`])];
    if (more.length) operation.description = `${operation.description?.trimEnd()}\n\n${more.join(' ')}`;
  }
  for (const operation of operations) if (operation.deprecated) announceLeaving(document, operation);
  // What only these referred to is not referred to any more.
  const referring = JSON.stringify(document.paths);
  for (const name of Object.keys(document.components.responses))
    if (!referring.includes(`"#/components/responses/${name}"`)) delete document.components.responses[name];

  const kept: string[] = Object.values(everywhere);
  for (const name of Object.keys(document.components.headers)) if (!kept.includes(name)) delete document.components.headers[name];
}

/** @param bytes the largest size @returns it in words, in MiB where that is a whole number */
function sizeOf(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes.toLocaleString('en-US')} bytes`;
}

/** Each answer of an operation that is going to leave says so; it has answers of its own for it. */
function announceLeaving(document: Document, { responses, 'x-deprecated': since = '', 'x-sunset': until = '' }: Operation) {
  const { Deprecation, Sunset } = deprecationHeaders({ since, until });
  const said: Record<string, Header> = {
    Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: { type: 'string' }, example: Deprecation },
    Sunset: { description: 'When the operation will be gone (RFC 8594).', schema: { type: 'string' }, example: Sunset },
  };
  for (const [status, { $ref, ...answer }] of Object.entries(responses)) {
    const whole = $ref === undefined ? answer : { ...document.components.responses[nameIn($ref)] };
    responses[status] = { ...whole, headers: { ...whole.headers, ...said } };
  }
}

/** The headers that name a place show one of this operation's own. */
function showPlaces(document: Document, path: string, { responses, 'x-file-name': fileName }: Operation) {
  for (const [status, { headers = {} }] of Object.entries(responses)) {
    const { Location: location, Link: link, 'Content-Disposition': file } = headers;
    // A redirect leads to what is already there.
    if (location && status.startsWith('2')) {
      const place = placeOf(document, path, status, responses[status]);
      headers.Location = { ...location, example: filled(document, path, place.replace('{}', idIn(document, responses[status]) ?? '')) };
    }
    if (file && fileName === undefined) throw new Error(`${path}: an operation that answers a file needs x-file-name`);
    if (file) headers['Content-Disposition'] = { ...file, example: `attachment; filename="${fileName}"` };
    if (link) headers.Link = { ...link, example: String(link.example).replace(/<[^?]+/, `<${filled(document, path, path)}`) };
  }
}

/** @param address with parameters of `path`, each of which its example is put in for */
function filled(document: Document, path: string, address: string): string {
  const parameters = [
    ...(document.paths[path]?.parameters ?? []),
    ...operationsOf(document.paths[path]).flatMap(({ parameters: own = [] }) => own),
  ];
  return address.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const found = parameters.map((parameter) => resolved(document, parameter)).find((parameter) => parameter.name === name);
    if (!found?.example) throw new Error(`${path}: ${name} has no example`);
    return found.example;
  });
}
