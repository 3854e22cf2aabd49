/** The texts that requests may contain, for tests that loop over them. */
import { parseContract } from '../../scripts/check-spec/document.ts';
import { requestTexts } from '../../scripts/check-spec/request-texts.ts';
import { document } from './contract.ts';

export interface BodyText {
  /** Dotted, with `*` for each item of a list and each value of a map. */
  readonly path: string;
  readonly schema: { readonly format?: string; readonly 'x-trim'?: true; readonly 'x-lowercase'?: true };
}

const bodies: ReadonlyMap<string, readonly BodyText[]> = new Map(
  requestTexts(parseContract(JSON.parse(JSON.stringify(document)), 'spec')).flatMap(({ id, place, texts }) =>
    place === 'body' ? [[id, [...new Map(texts.map(({ path, schema }) => [path, { path, schema: Object(schema) }])).values()]]] : [],
  ),
);

/** @param id of an operation @returns the texts of its body, each path once */
export function bodyTexts(id: string): readonly BodyText[] {
  return bodies.get(id) ?? [];
}

/** @returns the body with the text at the path, of the first item where the path has `*` */
export function withText(body: unknown, path: string, text: string): unknown {
  return withReplacement(body, path.split('.'), text);
}

/** @returns the text at the path, of the first item where the path has `*` */
export function textAt(body: unknown, path: string): string | undefined {
  let value = body;
  for (const step of path.split('.')) value = step === '*' ? Object.values(Object(value))[0] : Object(value)[step];
  return typeof value === 'string' ? value : undefined;
}

function withReplacement(value: unknown, [step, ...steps]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  if (step === '*') {
    const [first, ...otherItems] = Array.isArray(value) ? value : [];
    return [withReplacement(first, steps, text), ...otherItems];
  }
  const fields: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) };
  return { ...fields, [step]: withReplacement(fields[step], steps, text) };
}
