/** What the page says when something is refused. */
import type { RefusalError } from '../../platform/refusals/refusal.ts';
import { note, type View } from './view.ts';

/** What is wrong with what somebody sent by a form. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  /** By the field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Whoever has sent a form can do something about these, and gets it back as it was filled in. */
const ofForms: ReadonlySet<number> = new Set([400, 409, 413, 415, 422, 429]);

/** @returns undefined for a refusal that is none of the form's */
export function problemOf({ status, refusal: { body } }: RefusalError): Problem | undefined {
  if (!ofForms.has(status)) return undefined;
  const details = 'details' in body ? (body.details ?? {}) : {};
  const fields = Object.entries(details).map(([field, found]) => [field, inWords(Array.isArray(found) ? found : found._errors)]);
  const message = body.code === 'validation_failed' ? 'Please correct what is marked here:' : body.error;
  return { status, message, fields: Object.fromEntries(fields) };
}

/** Whoever fills in a form knows of no body. */
function inWords(faults: readonly string[]): string {
  return faults.join('. ').replace(/ in the body$/, '');
}

/**
 * The page in place of one that is refused. A link that never was is answered like one that has expired, was replaced or was withdrawn: what has
 * become of it is for nobody who has not got it from us.
 */
export function refusedView({ status, refusal: { body } }: RefusalError): View {
  if (status === 429) return note('Too many requests', 'Please wait a while, and load this page again then.', 429);
  if (status === 503) return note('Busy at the moment', 'Please wait a minute, and load this page again then.', 503);
  if (status >= 500) return note('This did not work', 'The fault is ours, and was noted. Please try again later.', 500);
  // A document that is not passed on: whose link does not work is told nothing of documents.
  if (status === 409) return note('This is not passed on', `${body.error}. Please ask whoever has given you access.`, 409);
  return note(
    'This link does not work',
    'It may be incomplete, or have expired or been replaced by a newer one. Please ask whoever has sent it to you.',
    404,
  );
}
