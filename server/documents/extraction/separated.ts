/** Tables in text: fields between commas, semicolons or tabs. */
import { parse } from 'csv-parse/sync';
import { mostRows, type TableBlock } from './blocks.ts';
import { textOf } from './text.ts';
import { tooMuchText } from './unusable.ts';

export function readSeparated(bytes: Uint8Array): TableBlock[] {
  const text = textOf(bytes);
  const rows = fieldsOf(text, delimiterOf(text), mostRows + 1);
  if (rows.length > mostRows) throw tooMuchText();
  return [{ kind: 'table', rows }];
}

/** The one that cuts the first lines into rows of the same number of fields most often. */
function delimiterOf(text: string): string {
  const judged = [',', ';', '\t'].map((delimiter) => {
    const lengths = fieldsOf(text.slice(0, 100_000), delimiter, 50)
      .map((row) => row.length)
      .filter((length) => length > 1);
    const alike = [...Map.groupBy(lengths, (length) => length).values()].map(({ length }) => length);
    return { delimiter, fit: Math.max(0, ...alike) };
  });
  return judged.reduce((best, one) => (one.fit > best.fit ? one : best)).delimiter;
}

function fieldsOf(text: string, delimiter: string, most: number): string[][] {
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true, to: most };
  try {
    return parse(text, options);
  } catch {
    // Its quotes are no quotes.
    return parse(text, { ...options, quote: null });
  }
}
