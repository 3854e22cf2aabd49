/** Statuses, parameters and headers that follow from the input of an operation (spec/conventions, 10). Most are added during generation. */
import { type Contract, type Fault, own } from './document.ts';

const headers: Readonly<Record<string, readonly string[]>> = {
  201: ['Location'],
  202: ['Location'],
  429: ['RateLimit', 'RateLimit-Policy', 'Retry-After'],
  503: ['Retry-After'],
};

/** Operations whose caller may not read the created record, so the answer has no Location. */
const withoutLocation = new Set(['createTrustAccessRequest']);

export function checkStatuses({ operations, at }: Contract, fault: Fault): void {
  for (const { id, method, operation, parameters, has } of operations) {
    const answers = own(operation, 'responses');
    const isPublic = own(operation, 'x-permission') === 'public';
    const organization = own(operation, 'x-organization');
    const needs = (isExpected: boolean, ...statuses: string[]) => {
      for (const status of statuses)
        if (isExpected !== (own(answers, status) !== undefined))
          fault('status', id, isExpected ? `${status} can occur and is not declared` : `${status} is declared and cannot occur`);
    };
    if (method === 'delete' && own(answers, '204') === undefined && !at(operation, 'x-provenance', 'given'))
      fault('delete', id, 'a DELETE answers 204, except where the interface specification gives another answer');
    needs(own(operation, 'requestBody') !== undefined, '413', '415');
    needs(has('If-Match') || has('If-None-Match'), '412');
    needs(has('If-None-Match'), '304');
    needs(has('Range'), '206', '416');
    const needsIdempotencyKey = method === 'post' && !isPublic && organization === undefined;
    if (has('Idempotency-Key') !== needsIdempotencyKey)
      fault('idempotency', id, 'Idempotency-Key belongs to POST, and to every POST of an organization');
    if (has('Idempotency-Key')) needs(true, '409', '422');
    if (has('If-None-Match') && !at(answers, '200', 'headers', 'ETag')) fault('etag', id, '200 has no ETag');
    if (has('X-Organization-Id') === (isPublic || organization === 'none' || organization === 'named') && !isPublic)
      fault('organization', id, 'X-Organization-Id belongs to what is of an organization');
    if (has('cursor') && !at(answers, '200', 'headers', 'Link')) fault('paging', id, 'pages without a Link');
    for (const [status, names] of Object.entries(headers))
      for (const name of names)
        if (
          own(answers, status) !== undefined &&
          !at(answers, status, 'headers', name) &&
          !(name === 'Location' && withoutLocation.has(id))
        )
          fault('header', id, `${status} has no ${name}`);
    // A path parameter with an enumeration names no record: unknown values lead to 400, and what known values name always exists.
    const namesRecord = parameters.some((parameter) => own(parameter, 'in') === 'path' && !at(parameter, 'schema', 'enum'));
    for (const status of ['400', '429', '500', '503', ...(isPublic ? [] : ['401', '403']), ...(namesRecord ? ['404'] : [])])
      if (own(answers, status) === undefined) fault('errors', id, `has no ${status}`);
  }
}
