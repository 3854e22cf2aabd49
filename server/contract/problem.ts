/** An error as a problem of RFC 9457: the same as its envelope, in another form. */
import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../platform/refusals/codes.ts';
import type { Details } from '../platform/refusals/details.ts';

export interface Envelope {
  readonly success: false;
  readonly error: string;
  readonly code?: ErrorCode;
  readonly details?: Details;
}

/** @param status of the answer, from 400 on @returns the members of the problem in the order in which they are shown */
export function problemOf(status: number, { error, code, details = {} }: Envelope) {
  const title = titleOf(status);
  const errors = Object.entries(details).flatMap(([field, found]) => {
    const steps = field.split('.').map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    const pointer = Array.isArray(found) ? '#' : `#/${steps.join('/')}`;
    return (Array.isArray(found) ? found : found._errors).map((detail) => ({ pointer, detail }));
  });
  const type = ['/problems', title.toLowerCase().replaceAll(' ', '-'), ...(code ? [code] : [])].join('/');
  return { type, title, status, detail: error, ...(code && { code }), ...(errors.length && { errors }) };
}

function titleOf(status: number): string {
  const title = { 413: 'Content too large', 422: 'Unprocessable content' }[status] ?? STATUS_CODES[status] ?? 'Error';
  return `${title.charAt(0)}${title.slice(1).toLowerCase()}`;
}
