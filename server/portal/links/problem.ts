/** Messages on pages for refused requests. */
import { errorsIn, type ListedError } from '#platform/refusals/details';
import type { RefusalError } from '#platform/refusals/refusal';
import { messagePage, type View } from './view.ts';

/** The errors of a submitted form. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Statuses of errors that the sender can correct; the form is shown again with its values. */
const correctableStatuses: ReadonlySet<number> = new Set([400, 409, 413, 415, 422, 429]);

/** @returns undefined for a refusal that the sender cannot correct */
export function problemOf({ status, refusal: { body } }: RefusalError): Problem | undefined {
  if (!correctableStatuses.has(status)) return undefined;
  const details = 'details' in body ? (body.details ?? {}) : {};
  const fields = Map.groupBy(errorsIn(details), ({ field = '_errors' }) => field);
  const message = body.code === 'validation_failed' ? 'Please correct what is marked here:' : body.error;
  const toText = (errors: readonly ListedError[]) => errors.map(({ message: sentence }) => sentence).join('. ');
  return { status, message, fields: Object.fromEntries([...fields].map(([field, errors]) => [field, toText(errors)])) };
}

/**
 * Returns the page for a refused request. Links that never existed, expired, were replaced or were withdrawn get the same answer, so that
 * strangers cannot learn the status of a link.
 */
export function refusedView({ status, refusal: { body } }: RefusalError): View {
  if (status === 429) return messagePage('Too many requests', 'Please wait a while, and load this page again then.', 429);
  if (status === 503) return messagePage('Busy at the moment', 'Please wait a minute, and load this page again then.', 503);
  if (status >= 500) return messagePage('This did not work', 'The fault is ours, and was noted. Please try again later.', 500);
  // The document is not shared. Only a valid link gets this answer, because it reveals that the document exists.
  if (status === 409) return messagePage('This is not passed on', `${body.error}. Please ask whoever has given you access.`, 409);
  return messagePage(
    'This link does not work',
    'It may be incomplete, or have expired or been replaced by a newer one. Please ask whoever has sent it to you.',
    404,
  );
}
