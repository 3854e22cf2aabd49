/** Converts the rows of a table to lines with labeled parts (questionnaires, rules 2 and 4). */
import type { TableBlock } from '#documents/extraction/blocks';
import { classify, isBareId, longestReference } from './classes.ts';
import { areHeadings, headingOf, headingsOf, type Role, takesWordOnly } from './headings.ts';

export type Label = 'Question' | 'Response' | 'Comment' | 'Guidance' | 'Example' | 'Cell';
export interface Part {
  readonly label: Label;
  readonly text: string;
  /** Counted from 0. */
  readonly column: number;
}
export interface Row {
  readonly row: readonly Part[];
  readonly table: Columns;
  /** The customer's id of the row. */
  readonly reference?: string;
  /** The section from the column of sections, or from a repeated heading. */
  readonly section?: string;
  /** Whether its id is that of a question, because in some tables headings between the questions are numbered too. */
  readonly numbered: boolean;
  /** The place in a workbook. */
  readonly at?: RowPlace;
}
/** Location of a row in a workbook. */
interface RowPlace {
  readonly sheet: string;
  readonly number: number;
}
export interface Columns {
  /** The row of the headings, if there is one. */
  readonly headings?: number;
  /** The column of the answers, by its heading. */
  readonly responses?: number;
  /** Whether a column is known to hold the questions. */
  readonly asks: boolean;
  /** Whether a column holds ids or sections. */
  readonly hasIds: boolean;
  readonly hasSections: boolean;
  /** Whether any of its texts is phrased as a question. If none is, each question is only a word or two. */
  readonly hasForms: boolean;
  /** Columns that have text in any row. */
  readonly used: ReadonlySet<number>;
}

/** Headings are searched only in this many rows of a table. */
const deepestHeading = 10;

export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @returns the rows that have text, without headings */
export function rowsOf({ rows, sheet }: TableBlock): Row[] {
  const texts = rows.map((row) => row.map(squeezed));
  const first = texts.slice(0, deepestHeading).findIndex(areHeadings);
  const used = new Set(sheet && texts.flatMap((row) => row.flatMap((cell, column) => (cell === '' ? [] : [column]))));
  const toPlacedRow = (row: readonly string[], index: number) => ({ row, number: sheet?.numbers[index] });
  type Placed = ReturnType<typeof toPlacedRow>;
  const head = { used, asks: false, hasIds: false, hasSections: false, hasForms: true };
  const found: Row[] = [];
  // Each row of headings begins a new part of the table, which may have different columns.
  let [headings, part]: [Placed | undefined, Placed[]] = [undefined, []];
  const endPart = () => {
    found.push(...partOf(headings, part, head, sheet));
    part = [];
  };
  for (const [index, row] of texts.entries()) {
    if (first >= 0 && index >= first && (index === first || isRepeatedHeading(row, headings?.row ?? []))) {
      endPart();
      headings = toPlacedRow(row, index);
    } else part.push(toPlacedRow(row, index));
  }
  endPart();
  return found;
}

/** Whether headings are repeated, as on the next page or for the next section, whose name may be among them. */
function isRepeatedHeading(row: readonly string[], before: readonly string[]): boolean {
  const same = row.filter((cell, column) => cell !== '' && headingOf(cell) && cell === before[column]).length;
  const roles = new Set(row.flatMap((cell) => headingOf(cell)?.role ?? []));
  return same >= 2 || (areHeadings(row) && roles.has('Question') && roles.has('Response'));
}

interface PlacedRow {
  readonly row: readonly string[];
  readonly number: number | undefined;
}

/** @param headings of the rows, if they have any */
function partOf(headings: PlacedRow | undefined, rows: readonly PlacedRow[], known: Columns, sheet: TableBlock['sheet']): Row[] {
  const roles = headings
    ? rolesOf(
        headings.row,
        rows.map(({ row }) => row),
      )
    : new Map<number, Role>();
  const columnOf = (role: Role) => [...roles].find(([, one]) => one === role)?.[0];
  const [asked, ids, sections] = [columnOf('Question'), columnOf('Id'), columnOf('Section')];
  const responses = headings && findAnswerColumn(headings.row, roles, (column) => hasChoices(sheet, rows, column));
  const table: Columns = {
    ...known,
    ...(headings?.number !== undefined && { headings: headings.number }),
    ...(responses !== undefined && { responses }),
    asks: asked !== undefined,
    hasIds: ids !== undefined,
    hasSections: sections !== undefined,
    hasForms: asked === undefined || rows.some(({ row }) => classify(row[asked] ?? '') === 'answerable_item'),
  };
  const numbers = ids === undefined ? [] : rows.map(({ row }) => row[ids] ?? '');
  const areHeadingsSimple = headingsAreSimple(
    numbers,
    asked === undefined ? [] : rows.map(({ row }) => classify(row[asked] ?? '') === 'answerable_item'),
  );
  const following = nextIds(numbers);
  let section = sectionAmongHeadings(headings?.row ?? [], roles);
  return rows.flatMap(({ row, number }, index) => {
    const parts = row.flatMap((text, column) => (text === '' ? [] : [{ label: labelOf(roles.get(column)), text, column }]));
    if (!parts.length) return [];
    const id = ids === undefined ? '' : (row[ids] ?? '');
    // An empty cell takes the value of the one above, like a merged cell.
    if (sections !== undefined && (row[sections] ?? '') !== '') section = row[sections];
    const isAlone = parts.length === 1;
    const isOfHeading =
      (areHeadingsSimple !== undefined && hasSinglePart(id) === areHeadingsSimple) || isPrefixOfNext(id, following[index]);
    const named = section;
    // A section among the headings counts only once, because another heading may follow below.
    if (sections === undefined) section = undefined;
    return [
      {
        row: parts,
        table,
        ...(id !== '' && id.length <= longestReference && !isAlone && { reference: id }),
        ...(named !== undefined && { section: named }),
        numbered: id !== '' && !isAlone && !isOfHeading,
        ...(sheet !== undefined && number !== undefined && { at: { sheet: sheet.name, number } }),
      },
    ];
  });
}

/**
 * Determines what each column holds. Without a heading for questions, they are in the column with the longest texts, and unlabeled ids may precede
 * them.
 */
function rolesOf(headings: readonly string[], rows: readonly (readonly string[])[]): Map<number, Role> {
  const named = headingsOf(headings);
  const isStrong = named.some((heading) => heading?.role === 'Question' && !heading.weak);
  const roles = new Map<number, Role>();
  const weak: number[] = [];
  for (const [column, heading] of named.entries()) {
    if (heading?.role === 'Question' && heading.weak) {
      if (!isStrong) weak.push(column);
    } else if (heading) roles.set(column, heading.role);
  }
  const length = (column: number) => rows.reduce((sum, row) => sum + (row[column] ?? '').length, 0);
  const longestColumn = (columns: readonly number[]) =>
    columns.toSorted((one, second) => length(second) - length(one)).find((column) => length(column) > 0);
  if (!isStrong) {
    const width = Math.max(0, headings.length, ...rows.map((row) => row.length));
    const unnamedColumns = Array.from({ length: width }, (_, column) => column).filter(
      (column) => !roles.has(column) && named[column] === undefined,
    );
    const asked = longestColumn(weak) ?? longestColumn(unnamedColumns);
    if (asked !== undefined) roles.set(asked, 'Question');
  }
  const asked = [...roles].find(([, role]) => role === 'Question')?.[0] ?? 0;
  if (![...roles.values()].includes('Id')) {
    const unnamed = Array.from({ length: asked }, (_, column) => column).filter((column) => !roles.has(column));
    const ids = unnamed.find((column) => {
      const texts = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
      return texts.filter(isBareId).length > texts.length / 2;
    });
    if (ids !== undefined) roles.set(ids, 'Id');
  }
  return roles;
}

/**
 * The column of answers, or the one next to it if that takes only a word. If several do, none of them takes a text.
 * @param isList whether the cells of a column accept only values from a list
 */
function findAnswerColumn(
  headings: readonly string[],
  roles: ReadonlyMap<number, Role>,
  isList: (column: number) => boolean,
): number | undefined {
  const of = (role: Role) => [...roles].filter(([, one]) => one === role).map(([column]) => column);
  const [answers, comments] = [of('Response'), of('Comment')];
  if (!answers.length) return undefined;
  return (
    answers.find((column) => !takesWordOnly(headings[column] ?? '') && !isList(column)) ??
    comments.find((column) => column > (answers[0] ?? 0) && !isList(column)) ??
    (answers.length === 1 ? answers[0] : undefined)
  );
}

/** Whether the column has a list of choices in these rows. */
function hasChoices(sheet: TableBlock['sheet'], rows: readonly PlacedRow[], column: number): boolean {
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  if (sheet === undefined || first === undefined || last === undefined) return false;
  return sheet.lists.some(({ top, bottom, left, right }) => left <= column && column <= right && top <= last && first <= bottom);
}

/** The name of a section in a repeated row of headings, where it replaces the heading of the questions or their ids. */
function sectionAmongHeadings(headings: readonly string[], roles: ReadonlyMap<number, Role>): string | undefined {
  const [name] = headings.filter((text) => text !== '');
  const column = headings.indexOf(name ?? '');
  const role = roles.get(column);
  return name !== undefined && headingOf(name) === undefined && (role === 'Id' || role === 'Question') ? name : undefined;
}

/** Whether an id has a single part. In tables with multi-part ids, those belong to headings. */
function hasSinglePart(id: string): boolean {
  return /^(?:\d{1,3}|[A-Z]|[IVX]{1,5})[.)]?$/.test(id);
}

/**
 * Determines which ids belong to headings, by the ids of texts that are certainly questions.
 * @returns whether the ids with a single part do; undefined if all ids look alike
 */
function headingsAreSimple(ids: readonly string[], asks: readonly boolean[]): boolean | undefined {
  const named = ids.filter((id) => id !== '');
  if (named.every(hasSinglePart) || !named.some(hasSinglePart)) return undefined;
  const questionIds = ids.filter((id, index) => id !== '' && asks[index]);
  return questionIds.filter(hasSinglePart).length <= questionIds.length / 2;
}

/** Whether the next id begins with this one, which makes this row a heading. */
function isPrefixOfNext(id: string, next: string | undefined): boolean {
  const stem = id.replace(/[.):]$/, '');
  return next !== undefined && next.startsWith(stem) && /^[.-]\d/.test(next.slice(stem.length));
}

/** @returns for each id the next one that is not empty */
function nextIds(ids: readonly string[]): (string | undefined)[] {
  const following: (string | undefined)[] = [];
  let next: string | undefined;
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    following[at] = next;
    next = ids[at] || next;
  }
  return following;
}

function labelOf(role: Role | undefined): Label {
  return role === undefined || role === 'Id' || role === 'Section' ? 'Cell' : role;
}
