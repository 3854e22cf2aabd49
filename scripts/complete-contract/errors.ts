/** Expands the short form `x-errors` to the content of an error answer with named examples. */
import type { ShortError } from './short-forms.ts';
import { type Answer, type Document, type Example, operationsOf } from './document.ts';

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
function summaryOf(error: string, details: Exclude<ShortError, string>['details'] = {}): string {
  const [[fieldName, messageOrList] = ['_errors', error]] = Object.entries(details);
  const message = typeof messageOrList === 'string' ? messageOrList : (messageOrList[0] ?? error);
  return fieldName === '_errors' ? message : `${fieldName} ${message}`;
}

function detailsOf(details: Readonly<Record<string, string | readonly string[]>>): Required<Example['value']>['details'] {
  const messages = Object.entries(details).map(
    ([fieldName, messageOrList]) => [fieldName, typeof messageOrList === 'string' ? [messageOrList] : [...messageOrList]] as const,
  );
  return Object.fromEntries(messages.map(([fieldName, list]) => [fieldName, fieldName === '_errors' ? list : { _errors: list }]));
}
