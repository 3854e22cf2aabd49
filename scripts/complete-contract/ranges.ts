/** Adds what follows from the parameter `Range`: the condition, the answer with a part of the file, and the headers. The refusal is in refusals.ts. */
import { type Document, type Header, type Operation, operationsOf } from './document.ts';
import { takesParameter } from './record-reads.ts';

const fileHeaders: Readonly<Record<string, Header>> = { ETag: headerOf('FileETag'), 'Accept-Ranges': headerOf('AcceptRanges') };

export function addRanges(document: Document): void {
  for (const item of Object.values(document.paths))
    for (const operation of operationsOf(item)) if (takesParameter(document, operation, 'Range')) addPart(document, operation);
}

function addPart(document: Document, operation: Operation): void {
  const { parameters = [], responses } = operation;
  const { 200: whole } = responses;
  if (!whole?.content) throw new Error(`${operation.operationId}: Range belongs to an operation that answers a file`);
  if (!takesParameter(document, operation, 'If-Range')) operation.parameters = [...parameters, { $ref: '#/components/parameters/IfRange' }];
  const { 'Content-Length': _length, ...headers } = whole.headers ?? {};
  whole.headers = { ...fileHeaders, ...whole.headers };
  responses['206'] ??= {
    description: 'The part of the file that `Range` asks for.',
    headers: { ...headers, ...fileHeaders, 'Content-Range': headerOf('ContentRange') },
    content: whole.content,
  };
}

function headerOf(component: string): Header {
  return { $ref: `#/components/headers/${component}` };
}
