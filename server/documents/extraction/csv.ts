/** Extracts tables from text with fields separated by commas, semicolons or tabs. */
import { parse } from 'csv-parse/sync';
import { maxRows, type TableBlock } from './blocks.ts';
import { decodeText } from './text.ts';
import { fileTextTooLong } from './unusable.ts';

export function readCsv(bytes: Uint8Array): TableBlock[] {
  const text = decodeText(bytes);
  const rows = parseFields(text, delimiterOf(text), maxRows + 1);
  if (rows.length > maxRows) throw fileTextTooLong();
  return [{ kind: 'table', rows }];
}

/** Chooses the delimiter that splits most of the first lines into the same number of fields. */
function delimiterOf(text: string): string {
  const candidates = [',', ';', '\t'].map((delimiter) => {
    const lengths = parseFields(text.slice(0, 100_000), delimiter, 50)
      .map((row) => row.length)
      .filter((length) => length > 1);
    const counts = [...Map.groupBy(lengths, (length) => length).values()].map(({ length }) => length);
    return { delimiter, fit: Math.max(0, ...counts) };
  });
  return candidates.reduce((best, one) => (one.fit > best.fit ? one : best)).delimiter;
}

function parseFields(text: string, delimiter: string, limit: number): string[][] {
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true, to: limit };
  try {
    return parse(text, options);
  } catch {
    // The quotation marks do not enclose fields, so parse them as text.
    return parse(text, { ...options, quote: null });
  }
}
