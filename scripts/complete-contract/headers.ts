/** Adds the headers that follow from what an operation does. What an answer says itself stays. */
import { type Document, type Operation, operationsOf, resolved } from './document.ts';

export function addHeaders(document: Document): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of operationsOf(item)) {
      const takes = (name: string) => takesParameter(document, operation, name);
      // What was made, and what was started, is somewhere.
      for (const status of ['201', '202']) add(document, operation, status, 'Location');
      if (takes('If-None-Match')) add(document, operation, '200', 'ETag');
      if (takes('cursor')) add(document, operation, '200', 'Link');
    }
    // A change that answers what the GET of its record answers also says which version that is.
    for (const change of operationsOf(item).filter((operation) => operation !== item.get))
      for (const status of ['200', '201'])
        if (schemaRefOf(change, status) && recordsOf(document, path, status).some((ref) => ref === schemaRefOf(change, status)))
          add(document, change, status, 'ETag');
  }
}

/**
 * What the GET of the record answers that an operation changes: at the same path, at the nearest one above that has a version, or, for
 * what was created, below it.
 */
function recordsOf(document: Document, path: string, status: string): (string | undefined)[] {
  const places = Object.entries(document.paths).filter(([place, { get }]) => {
    if (!get || !takesParameter(document, get, 'If-None-Match')) return false;
    return status === '201' ? place.startsWith(`${path}/{`) && place.endsWith('}') : path === place || path.startsWith(`${place}/`);
  });
  return places.map(([, { get }]) => schemaRefOf(get, '200'));
}

function add({ components }: Document, { responses }: Operation, status: string, name: string): void {
  const answer = responses[status];
  if (!answer || answer.headers?.[name] || !components.headers[name]) return;
  const { description = '', headers, ...rest } = answer;
  responses[status] = { description, headers: { ...headers, [name]: { $ref: `#/components/headers/${name}` } }, ...rest };
}

function schemaRefOf(operation: Operation | undefined, status: string): string | undefined {
  return operation?.responses[status]?.content?.['application/json']?.schema?.$ref;
}

function takesParameter(document: Document, { parameters }: Operation, name: string): boolean {
  return (parameters ?? []).some((parameter) => resolved(document, parameter).name === name);
}
