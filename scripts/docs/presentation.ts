/** Changes the contract for the reference, so that common parts are not repeated on every operation. */
import { type Document, nameIn, operationsOf } from './contract.ts';
import { addExamples } from './examples.ts';
import { permissionOf } from './permission.ts';
import { samplesOf } from './samples/index.ts';

/** Headers that the guides explain once for all operations. */
const commonHeaders = new Set(['X-Organization-Id', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy']);
/** The pattern of texts that must not be blank, which the description states in words. */
const notBlank = '\\S';

/** Changes `document`, a copy of the contract, for presentation. */
export function presentContract(document: Document): Document {
  addExamples(document);
  delete document.info.license;
  delete document.security;
  for (const placed of operationsOf(document)) {
    const { operation } = placed;
    operation['x-codeSamples'] = samplesOf(document, placed);
    operation.description = `${operation.description.trimEnd()}\n\n${permissionOf(operation)}`;
  }
  for (const item of Object.values(document.paths))
    for (const part of [item, item.get, item.post, item.put, item.patch, item.delete])
      if (part?.parameters)
        part.parameters = part.parameters.filter(({ $ref, name }) => !commonHeaders.has(nameOfParameter(document, $ref) ?? name));
  const { parameters } = document.components;
  for (const [component, { name }] of Object.entries(parameters)) if (commonHeaders.has(name)) delete parameters[component];
  const answers = [
    ...operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses)),
    ...Object.values(document.components.responses),
  ];
  for (const { headers = {} } of answers)
    for (const name of Object.keys(headers)) if (commonHeaders.has(name)) Reflect.deleteProperty(headers, name);
  eachPart(document, (part) => {
    if ('pattern' in part && part.pattern === notBlank) delete part.pattern;
  });
  return document;
}

function nameOfParameter(document: Document, reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : document.components.parameters[nameIn(reference)]?.name;
}

function eachPart(part: unknown, change: (part: object) => void) {
  if (typeof part !== 'object' || part === null) return;
  change(part);
  for (const inner of Object.values(part)) eachPart(inner, change);
}
