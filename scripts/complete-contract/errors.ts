/** Expands the short form `x-errors` to the content of an error answer with named examples. */
import { type Details, detailsOfEntries, reasonOf } from '#platform/refusals/details';
import { mistakeOf } from './mistakes.ts';
import type { ShortError } from './short-forms.ts';
import { type Answer, type Document, type Example, operationsOf } from './document.ts';

type ShortDetails = Required<Exclude<ShortError, string>>['details'];

export function addErrors(document: Document): void {
  const inline = Object.values(document.paths)
    .flatMap(operationsOf)
    .map(({ responses }) => responses);
  for (const answers of [document.components.responses, ...inline])
    for (const [name, { 'x-errors': errors, ...answer }] of Object.entries(answers))
      if (errors) answers[name] = { ...answer, content: contentOf(errors) };
}

function contentOf(errors: Readonly<Record<string, ShortError>>): Required<Answer>['content'] {
  const examples = Object.entries(errors).map(([name, error]) => [name, exampleOf(typeof error === 'string' ? { error } : error)]);
  return { 'application/json': { examples: Object.fromEntries(examples) } };
}

function exampleOf({ summary, error = 'Validation failed', code, details }: Exclude<ShortError, string>): Example {
  const value = { success: false as const, error, ...(code && { code }), ...(details && { details: detailsOf(details) }) };
  return { summary: summary ?? summaryOf(error, details), value };
}

/** @returns a summary for an example without one: its first message with the field, or the text of the error */
function summaryOf(error: string, details: ShortDetails = {}): string {
  const [[fieldName, mistakes] = ['_errors', error]] = Object.entries(details);
  const [mistake = error] = [mistakes].flat();
  const message = typeof mistake === 'string' ? mistake : mistake.message;
  return fieldName === '_errors' ? message : `${fieldName} ${message}`;
}

/** Fields are in the body until the operation is known (refusals.ts). */
function detailsOf(details: ShortDetails): Details {
  const { _errors: requestErrors = [], ...fields } = Object.fromEntries(
    Object.entries(details).map(([field, mistakes]) => [field, [mistakes].flat().map((mistake) => mistakeOf(field, mistake))]),
  );
  const entries = Object.entries(fields).map(
    ([field, errors]) =>
      [field, { _errors: errors.map(({ message }) => message), _codes: errors.map(reasonOf), in: 'body' as const }] as const,
  );
  return Object.assign(Object.fromEntries(entries), detailsOfEntries([], requestErrors));
}
