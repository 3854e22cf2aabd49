/** Statuses, parameters and headers that follow from what an operation takes (spec/conventions, 10): most are added when generating. */
import { type Contract, type Fault, own } from './document.ts';

const headers: Readonly<Record<string, readonly string[]>> = {
  201: ['Location'],
  202: ['Location'],
  429: ['RateLimit', 'RateLimit-Policy', 'Retry-After'],
  503: ['Retry-After'],
};

export function checkStatuses({ operations, at }: Contract, fault: Fault): void {
  for (const { id, path, method, operation, has } of operations) {
    const answers = own(operation, 'responses');
    const isPublic = own(operation, 'x-permission') === 'public';
    const needs = (because: boolean, ...statuses: string[]) => {
      for (const status of statuses)
        if (because !== (own(answers, status) !== undefined))
          fault('status', id, because ? `${status} can occur and is not declared` : `${status} is declared and cannot occur`);
    };
    needs(own(operation, 'requestBody') !== undefined, '413', '415');
    needs(has('If-Match') || has('If-None-Match'), '412');
    needs(has('If-None-Match'), '304');
    if (has('Idempotency-Key') !== (method === 'post')) fault('idempotency', id, 'Idempotency-Key belongs to POST, and to every POST');
    if (has('Idempotency-Key')) needs(true, '409', '422');
    if (has('If-None-Match') && !at(answers, '200', 'headers', 'ETag')) fault('etag', id, '200 has no ETag');
    if (!has('X-Organization-Id') && !isPublic) fault('organization', id, 'takes no X-Organization-Id');
    if (has('cursor') && !at(answers, '200', 'headers', 'Link')) fault('paging', id, 'pages without a Link');
    for (const [status, names] of Object.entries(headers))
      for (const name of names)
        if (own(answers, status) !== undefined && !at(answers, status, 'headers', name)) fault('header', id, `${status} has no ${name}`);
    for (const status of ['400', '429', '500', '503', ...(isPublic ? [] : ['401', '403']), ...(path.includes('{') ? ['404'] : [])])
      if (own(answers, status) === undefined) fault('errors', id, `has no ${status}`);
  }
}
