/**
 * Completes the contract with everything that can be derived: tags, the common input and answers of each kind of operation, errors as
 * problems, three headers on every answer, labels of enumerations, the session requirement, descriptions of the body limit, of disclosed
 * texts and of changes to texts, closed schemas, and the rules of each area. It inlines the other headers, because openapi-typescript takes
 * a referenced header for a required one. This also lets each header show an example of its own operation.
 */
import { deprecationHeaders } from '#contract/deprecation';
import { areasOf } from './areas.ts';
import { addCatalogue } from './catalogue.ts';
import { closeSchemas } from './closed.ts';
import { describeDisclosures, disclosedBy } from './disclosures.ts';
import { type Document, type Header, nameIn, type Operation, operationsOf, resolveParameter } from './document.ts';
import { addErrors } from './errors.ts';
import { addPrescribedParts } from './given.ts';
import { addHeaders, etagExampleOf } from './headers.ts';
import { nameInnerObjects } from './inner-objects.ts';
import { addInputs } from './inputs.ts';
import { addLabels } from './labels.ts';
import { sortParts } from './order.ts';
import { idIn, findLocation } from './place.ts';
import { addPreviousCursor } from './previous-cursor.ts';
import { addProblems } from './problems.ts';
import { addRanges } from './ranges.ts';
import { addRules } from './rules.ts';
import { addOperationErrors } from './refusals.ts';
import { shapeSchemas } from './shapes.ts';
import { addShared } from './shared.ts';
import { describeStoredTexts } from './stored-texts.ts';
import { addVersions } from './versions.ts';

const commonHeaders = { 'X-Request-Id': 'RequestId', RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' };
const needsSession = 'Requires a session. An API key gets 403 `session_required`, whatever its scopes.';

/** Completes `document`, which the bundler made from the source files in `folder`. */
export function completeContract(document: Document, folder: string): void {
  const areas = areasOf(folder);
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of operationsOf(item)) operation.tags ??= [areas.get(path)?.area ?? ''];
  addRules(document, folder);
  addShared(document);
  addVersions(document);
  addPreviousCursor(document);
  addErrors(document);
  describeStoredTexts(document);
  closeSchemas(document);
  shapeSchemas(document);
  nameInnerObjects(document);
  addPrescribedParts(document);
  addInputs(document);
  addHeaders(document);
  addLabels(document);
  addRanges(document);
  sortParts(document);
  const operations = Object.values(document.paths).flatMap(operationsOf);
  addOperationErrors(document, addCatalogue(document));
  addProblems(document);

  const answers = operations.flatMap(({ responses }) => Object.values(responses));
  for (const answer of [...answers, ...Object.values(document.components.responses)]) {
    if (answer.$ref) continue;
    for (const [name, { $ref }] of Object.entries(answer.headers ?? {})) {
      const header = document.components.headers[nameIn($ref ?? '')];
      if (answer.headers && header && !Object.hasOwn(commonHeaders, name)) answer.headers[name] = header;
    }
    for (const [header, component] of Object.entries(commonHeaders)) {
      (answer.headers ??= {})[header] = { $ref: `#/components/headers/${component}` };
    }
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of operationsOf(item)) {
      fillHeaders(document, path, operation);
      const { 'x-requires-session': requiresSession, 'x-body-limit': limit } = operation;
      const disclosedTexts = disclosedBy(document, path, operation);
      const addedSentences = [
        ...(requiresSession ? [needsSession] : []),
        ...(limit === undefined ? [] : [`The request body may have ${sizeOf(limit)}.`]),
        ...(disclosedTexts.length ? [describeDisclosures(disclosedTexts)] : []),
      ];
      if (addedSentences.length) operation.description = `${operation.description?.trimEnd()}\n\n${addedSentences.join(' ')}`;
    }
  for (const operation of operations) if (operation.deprecated) announceDeprecation(document, operation);
  // Removes components that are no longer referenced.
  const referringText = JSON.stringify(document.paths);
  for (const name of Object.keys(document.components.responses))
    if (!referringText.includes(`"#/components/responses/${name}"`)) delete document.components.responses[name];

  const keptHeaders: string[] = Object.values(commonHeaders);
  for (const name of Object.keys(document.components.headers)) if (!keptHeaders.includes(name)) delete document.components.headers[name];
}

/** @param bytes the largest size @returns the size as text, in MiB where that is a whole number */
function sizeOf(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes.toLocaleString('en-US')} bytes`;
}

/** Adds the deprecation headers to each answer of a deprecated operation, which gets its own copies of the answers. */
function announceDeprecation(document: Document, { responses, 'x-deprecated': since = '', 'x-sunset': until = '' }: Operation) {
  const { Deprecation, Sunset } = deprecationHeaders({ since, until });
  const addedHeaders: Record<string, Header> = {
    Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: { type: 'string' }, example: Deprecation },
    Sunset: { description: 'When the operation will be gone (RFC 8594).', schema: { type: 'string' }, example: Sunset },
  };
  for (const [status, { $ref, ...answer }] of Object.entries(responses)) {
    const resolvedAnswer = $ref === undefined ? answer : { ...document.components.responses[nameIn($ref)] };
    responses[status] = { ...resolvedAnswer, headers: { ...resolvedAnswer.headers, ...addedHeaders } };
  }
}

/** Replaces the examples of headers that contain an address, a version or a file name by those of this operation. */
function fillHeaders(document: Document, path: string, { responses, 'x-file-name': fileName }: Operation) {
  for (const [status, answer] of Object.entries(responses)) {
    const { headers = {} } = answer;
    const { Location: location, Link: link, ETag: etag, 'Content-Disposition': file } = headers;
    const isFile = headers['Accept-Ranges'] !== undefined;
    if (etag && !isFile) headers.ETag = { ...etag, example: etagExampleOf(document, answer, etag.example) };
    // A redirect leads to an existing record.
    if (location && status.startsWith('2')) {
      const place = findLocation(document, path, status, responses[status]);
      if (place === undefined) delete headers.Location;
      else
        headers.Location = {
          ...location,
          example: fillParameters(document, path, place.replace('{}', idIn(document, responses[status]) ?? '')),
        };
    }
    if (file && fileName === undefined) throw new Error(`${path}: an operation that answers a file needs x-file-name`);
    if (file) headers['Content-Disposition'] = { ...file, example: `attachment; filename="${fileName}"` };
    if (link) headers.Link = { ...link, example: String(link.example).replace(/<[^?]+/, `<${fillParameters(document, path, path)}`) };
  }
}

/** @param address with parameters of `path`, which are replaced by their examples */
function fillParameters(document: Document, path: string, address: string): string {
  const parameters = [
    ...(document.paths[path]?.parameters ?? []),
    ...operationsOf(document.paths[path]).flatMap(({ parameters: ownParameters = [] }) => ownParameters),
  ];
  return address.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const namedParameter = parameters
      .map((parameter) => resolveParameter(document, parameter))
      .find((parameter) => parameter.name === name);
    if (!namedParameter?.example) throw new Error(`${path}: ${name} has no example`);
    return namedParameter.example;
  });
}
