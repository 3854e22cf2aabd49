/** Adds the headers that follow from the effect of an operation. Headers of the source are kept. */
import { type Answer, type Document, type Operation, operationsOf } from './document.ts';
import { readsOfRecord, takesParameter } from './record-reads.ts';
import { exampleVersionOf } from './versions.ts';

export function addHeaders(document: Document): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of operationsOf(item)) {
      const takes = (name: string) => takesParameter(document, operation, name);
      // Created records and started runs have an address.
      for (const status of ['201', '202']) add(document, operation, status, 'Location');
      if (takes('If-None-Match')) add(document, operation, '200', 'ETag');
      if (takes('cursor')) add(document, operation, '200', 'Link');
    }
    // A change that returns the same schema as the GET of its record also returns the ETag.
    for (const change of operationsOf(item).filter((operation) => operation !== item.get))
      for (const status of ['200', '201']) if (readsOfRecord(document, path, change, status).length) add(document, change, status, 'ETag');
  }
}

/** @returns the example of an ETag with the version in the answer, or without one if the record has none */
export function etagExampleOf(document: Document, answer: Answer, example = ''): string {
  const version = exampleVersionOf(document, answer);
  return example.replace(/^"(\d+\.)?/, version === undefined ? '"' : `"${version}.`);
}

function add({ components }: Document, { responses }: Operation, status: string, name: string): void {
  const answer = responses[status];
  if (!answer || answer.headers?.[name] || !components.headers[name]) return;
  const { description = '', headers, ...otherFields } = answer;
  responses[status] = { description, headers: { ...headers, [name]: { $ref: `#/components/headers/${name}` } }, ...otherFields };
}
