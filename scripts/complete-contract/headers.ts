/** Adds the headers that follow from what an operation does. What an answer says itself stays. */
import { type Document, type Operation, operationsOf, resolved } from './document.ts';

export function addHeaders(document: Document): void {
  for (const item of Object.values(document.paths)) {
    const read = schemaRefOf(item.get);
    for (const operation of operationsOf(item)) {
      const takes = (name: string) => (operation.parameters ?? []).some((parameter) => resolved(document, parameter).name === name);
      // What was made, and what was started, is somewhere.
      for (const status of ['201', '202']) add(document, operation, status, 'Location');
      // A change that answers what GET answers also says which version that is.
      if (takes('If-None-Match') || (takes('If-Match') && schemaRefOf(operation) === read)) add(document, operation, '200', 'ETag');
      if (takes('cursor')) add(document, operation, '200', 'Link');
    }
  }
}

function add({ components }: Document, { responses }: Operation, status: string, name: string): void {
  const answer = responses[status];
  if (!answer || answer.headers?.[name] || !components.headers[name]) return;
  const { description = '', headers, ...rest } = answer;
  responses[status] = { description, headers: { ...headers, [name]: { $ref: `#/components/headers/${name}` } }, ...rest };
}

function schemaRefOf(operation: Operation | undefined): string | undefined {
  return operation?.responses['200']?.content?.['application/json']?.schema?.$ref;
}
