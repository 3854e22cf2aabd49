/** Converts an error envelope to an RFC 9457 problem document with the same content. */
import { type Details, errorsIn } from '#platform/refusals/details';

export interface Envelope {
  readonly success: false;
  readonly error: string;
  readonly code?: string;
  readonly details?: Details;
}

/** @param status of the answer, 400 or above @returns the problem's members in display order */
export function problemOf(status: number, { success: _success, error, code = 'error', details = {}, ...members }: Envelope) {
  const errors = errorsIn(details).map(({ field, in: place, message, code: kind, params }) => ({
    pointer: pointerTo(field),
    ...(place !== undefined && { in: place }),
    detail: message,
    code: kind,
    params,
  }));
  return { type: `/problems/${code}`, title: titleOf(code), status, detail: error, code, ...members, ...(errors.length && { errors }) };
}

function pointerTo(field: string | undefined): string {
  if (field === undefined) return '#';
  const segments = field.split('.').map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${segments.join('/')}`;
}

/** Returns the title of an error code: `Role in use` for `role_in_use`. */
export function titleOf(code: string): string {
  return `${code.charAt(0).toUpperCase()}${code.slice(1)}`.replaceAll('_', ' ');
}
