/** Requirements in tables, whose columns are told by their headings (spec/areas/frameworks, rule 30). */
import type { Block, TableBlock } from '../../../documents/extraction/blocks.ts';
import type { FoundRequirement } from './found.ts';

/** What a column can be called, in lower case and without anything but letters and digits. The first one that fits counts. */
const headings = {
  identifier: [
    'identifier',
    'id',
    'requirementid',
    'controlid',
    'ref',
    'reference',
    'number',
    'no',
    'nr',
    'code',
    'clause',
    'controlnumber',
  ],
  name: ['name', 'title', 'requirementname', 'requirementtitle', 'controlname', 'controltitle', 'shorttitle', 'requirement', 'control'],
  description: [
    'description',
    'text',
    'statement',
    'requirementtext',
    'controltext',
    'requirementdescription',
    'controldescription',
    'details',
  ],
  family: ['family', 'requirementfamily', 'controlfamily', 'category', 'group', 'domain', 'chapter', 'section', 'theme', 'area'],
} as const;
type Field = keyof typeof headings;
type Columns = Partial<Readonly<Record<Field, number>>>;

/** How far down the headings of a table may stand. */
const headingRows = 20;

export function requirementsInTables(blocks: readonly Block[]): FoundRequirement[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? requirementsIn(block) : []));
}

function requirementsIn({ rows, sheet }: TableBlock): FoundRequirement[] {
  const heading = rows.slice(0, headingRows).findIndex((row) => isHeading(columnsIn(row)));
  const columns = columnsIn(rows[heading] ?? []);
  if (heading < 0) return [];
  const cell = (row: readonly string[], field: Field) => {
    const column = columns[field];
    return column === undefined ? undefined : (row[column] ?? '').trim();
  };
  return rows.flatMap((row, index): FoundRequirement[] => {
    const [identifier, name] = [cell(row, 'identifier') ?? '', cell(row, 'name') ?? ''];
    const [description, requirementFamily] = [cell(row, 'description'), cell(row, 'family')];
    if (index <= heading || !(identifier || name || description)) return [];
    const place = sheet ? `sheet ${sheet.name}, row ${sheet.numbers[index] ?? index + 1}` : `row ${index + 1}`;
    return [{ place, identifier, controlId: undefined, name, description, requirementFamily, isWithdrawn: false }];
  });
}

function isHeading({ identifier, name }: Columns): boolean {
  return identifier !== undefined && name !== undefined;
}

function columnsIn(row: readonly string[]): Columns {
  const named = row.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const columns: { -readonly [F in Field]?: number } = {};
  for (const field of ['identifier', 'name', 'description', 'family'] as const) {
    const taken = Object.values(columns);
    const column = headings[field]
      .map((word) => named.findIndex((text, index) => text === word && !taken.includes(index)))
      .find((at) => at >= 0);
    if (column !== undefined) columns[field] = column;
  }
  return columns;
}
