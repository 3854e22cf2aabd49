/** Adds sentences to descriptions about how a text is changed before it is stored: by `x-trim` and `x-lowercase`. */
import type { Document, Parameter, Schema } from './document.ts';

type TextSchema = Schema & { readonly 'x-trim'?: true; readonly 'x-lowercase'?: true };

export function describeStoredTexts({ components, paths }: Document): void {
  describe(components.schemas);
  describe(components.parameters);
  describe(paths);
}

function describe(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const part: TextSchema & Parameter & { readonly schema?: TextSchema } = value;
  const text = [part, part.schema].find((one) => one?.['x-trim'] ?? one?.['x-lowercase']);
  const item = [part.items, part.schema?.items].find((one: TextSchema | undefined) => one?.['x-trim'] ?? one?.['x-lowercase']);
  if (typeof part.description === 'string' && (text ?? item))
    part.description = `${part.description.trimEnd()} ${text ? sentenceOf(text, '') : sentenceOf(item ?? {}, ' from each')}`;
  Object.values(value).forEach(describe);
}

function sentenceOf({ 'x-trim': trim, 'x-lowercase': lowercase }: TextSchema, subject: string): string {
  const removal = `Surrounding white space is removed${subject}`;
  return `${trim ? removal : 'Stored'}${trim && lowercase ? ', and it is stored' : ''}${lowercase ? ' in lower case' : ''}.`;
}
