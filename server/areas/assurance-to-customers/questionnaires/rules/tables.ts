/** Converts the rows of a table to lines with labeled parts (questionnaires, rules 2 and 4). */
import type { TableBlock } from '#documents/extraction/blocks';
import { classify, isBareId, maxReferenceLength } from './classes.ts';
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
  /** The section, from the section column or from a heading row. */
  readonly section?: string;
  /** Whether the row has the id of a question. In some tables, headings between the questions also have ids. */
  readonly hasQuestionId: boolean;
  /** The location of the row in a workbook. */
  readonly at?: RowPlace;
}
interface RowPlace {
  readonly sheet: string;
  readonly number: number;
}
export interface Columns {
  /** The row with the headings, if there is one. */
  readonly headingRow?: number;
  /** The column for answers, according to its heading. */
  readonly answerColumn?: number;
  /** Whether the column of the questions is known. */
  readonly hasQuestionColumn: boolean;
  /** Whether the table has a column of ids. */
  readonly hasIds: boolean;
  /** Whether the table has a column of sections. */
  readonly hasSections: boolean;
  /** Whether any question is phrased as one. If none is, each question may be only a word or two. */
  readonly hasPhrasedQuestions: boolean;
  /** Columns that contain text in any row of the sheet. */
  readonly usedColumns: ReadonlySet<number>;
}

/** Only this many rows of a table are searched for the first headings. */
const maxHeadingRow = 10;

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @returns the rows that contain text, without rows of headings */
export function toRows({ rows, sheet }: TableBlock): Row[] {
  const texts = rows.map((row) => row.map(collapseWhitespace));
  const firstHeadingRow = texts.slice(0, maxHeadingRow).findIndex(areHeadings);
  const usedColumns = new Set(sheet && texts.flatMap((row) => row.flatMap((cell, column) => (cell === '' ? [] : [column]))));
  const toPlacedRow = (row: readonly string[], index: number) => ({ row, number: sheet?.numbers[index] });
  type NumberedRow = ReturnType<typeof toPlacedRow>;
  const defaultColumns = { usedColumns, hasQuestionColumn: false, hasIds: false, hasSections: false, hasPhrasedQuestions: true };
  const tableRows: Row[] = [];
  // Each row of headings begins a new part of the table, whose columns may differ.
  let [headings, part]: [NumberedRow | undefined, NumberedRow[]] = [undefined, []];
  const endPart = () => {
    tableRows.push(...convertPart(headings, part, defaultColumns, sheet));
    part = [];
  };
  for (const [index, row] of texts.entries()) {
    if (firstHeadingRow >= 0 && index >= firstHeadingRow && (index === firstHeadingRow || isRepeatedHeading(row, headings?.row ?? []))) {
      endPart();
      headings = toPlacedRow(row, index);
    } else part.push(toPlacedRow(row, index));
  }
  endPart();
  return tableRows;
}

/** @returns whether a row repeats two headings, as on the next page or for the next section, or has headings for questions and answers */
function isRepeatedHeading(row: readonly string[], previousHeadings: readonly string[]): boolean {
  const sameCount = row.filter((cell, column) => cell !== '' && headingOf(cell) && cell === previousHeadings[column]).length;
  const roles = new Set(row.flatMap((cell) => headingOf(cell)?.role ?? []));
  return sameCount >= 2 || (areHeadings(row) && roles.has('Question') && roles.has('Response'));
}

interface PlacedRow {
  readonly row: readonly string[];
  readonly number: number | undefined;
}

/** @param headings the row of headings above these rows, if any */
function convertPart(headings: PlacedRow | undefined, rows: readonly PlacedRow[], defaults: Columns, sheet: TableBlock['sheet']): Row[] {
  const roles = headings
    ? determineRoles(
        headings.row,
        rows.map(({ row }) => row),
      )
    : new Map<number, Role>();
  const columnOf = (role: Role) => [...roles].find(([, columnRole]) => columnRole === role)?.[0];
  const [questionColumn, idColumn, sectionColumn] = [columnOf('Question'), columnOf('Id'), columnOf('Section')];
  const answerColumn = headings && findAnswerColumn(headings.row, roles, (column) => hasChoices(sheet, rows, column));
  const table: Columns = {
    ...defaults,
    ...(headings?.number !== undefined && { headingRow: headings.number }),
    ...(answerColumn !== undefined && { answerColumn }),
    hasQuestionColumn: questionColumn !== undefined,
    hasIds: idColumn !== undefined,
    hasSections: sectionColumn !== undefined,
    hasPhrasedQuestions: questionColumn === undefined || rows.some(({ row }) => classify(row[questionColumn] ?? '') === 'answerable_item'),
  };
  const ids = idColumn === undefined ? [] : rows.map(({ row }) => row[idColumn] ?? '');
  const headingIdsHaveOnePart = doHeadingIdsHaveOnePart(
    ids,
    questionColumn === undefined ? [] : rows.map(({ row }) => classify(row[questionColumn] ?? '') === 'answerable_item'),
  );
  const nextIdByRow = findNextIds(ids);
  let section = findSectionAmongHeadings(headings?.row ?? [], roles);
  return rows.flatMap(({ row, number }, index) => {
    const parts = row.flatMap((text, column) => (text === '' ? [] : [{ label: labelOf(roles.get(column)), text, column }]));
    if (!parts.length) return [];
    const id = idColumn === undefined ? '' : (row[idColumn] ?? '');
    // An empty cell has the value of the cell above, as in merged cells.
    if (sectionColumn !== undefined && (row[sectionColumn] ?? '') !== '') section = row[sectionColumn];
    const hasOneCell = parts.length === 1;
    const isHeadingId =
      (headingIdsHaveOnePart !== undefined && hasSinglePart(id) === headingIdsHaveOnePart) || isPrefixOfNext(id, nextIdByRow[index]);
    const rowSection = section;
    // Without a section column, a section applies only to the first row below its heading, because other headings may follow.
    if (sectionColumn === undefined) section = undefined;
    return [
      {
        row: parts,
        table,
        ...(id !== '' && id.length <= maxReferenceLength && !hasOneCell && { reference: id }),
        ...(rowSection !== undefined && { section: rowSection }),
        hasQuestionId: id !== '' && !hasOneCell && !isHeadingId,
        ...(sheet !== undefined && number !== undefined && { at: { sheet: sheet.name, number } }),
      },
    ];
  });
}

/**
 * Determines the role of each column. Without a heading for questions, the questions are in the column with the longest texts. Without a
 * heading for ids, the ids are in a column before the questions, if most of its texts are ids.
 */
function determineRoles(headings: readonly string[], rows: readonly (readonly string[])[]): Map<number, Role> {
  const columnHeadings = headingsOf(headings);
  const hasStrongHeading = columnHeadings.some((heading) => heading?.role === 'Question' && !heading.isFallback);
  const roles = new Map<number, Role>();
  const weakColumns: number[] = [];
  for (const [column, heading] of columnHeadings.entries()) {
    if (heading?.role === 'Question' && heading.isFallback) {
      if (!hasStrongHeading) weakColumns.push(column);
    } else if (heading) roles.set(column, heading.role);
  }
  const textLength = (column: number) => rows.reduce((sum, row) => sum + (row[column] ?? '').length, 0);
  const longestColumn = (columns: readonly number[]) =>
    columns.toSorted((first, second) => textLength(second) - textLength(first)).find((column) => textLength(column) > 0);
  if (!hasStrongHeading) {
    const width = Math.max(0, headings.length, ...rows.map((row) => row.length));
    const unnamedColumns = Array.from({ length: width }, (_, column) => column).filter(
      (column) => !roles.has(column) && columnHeadings[column] === undefined,
    );
    const questionColumn = longestColumn(weakColumns) ?? longestColumn(unnamedColumns);
    if (questionColumn !== undefined) roles.set(questionColumn, 'Question');
  }
  const questionColumn = [...roles].find(([, role]) => role === 'Question')?.[0] ?? 0;
  if (![...roles.values()].includes('Id')) {
    const precedingColumns = Array.from({ length: questionColumn }, (_, column) => column).filter((column) => !roles.has(column));
    const idColumn = precedingColumns.find((column) => {
      const texts = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
      return texts.filter(isBareId).length > texts.length / 2;
    });
    if (idColumn !== undefined) roles.set(idColumn, 'Id');
  }
  return roles;
}

/**
 * Finds the column for answers. If that column only accepts a word or a listed value, a comment column after it is used instead. If several
 * answer columns only accept words, and no comment column follows, there is no column for texts.
 * @param isList whether the cells of a column only accept listed values
 */
function findAnswerColumn(
  headings: readonly string[],
  roles: ReadonlyMap<number, Role>,
  isList: (column: number) => boolean,
): number | undefined {
  const columnsWithRole = (role: Role) => [...roles].filter(([, columnRole]) => columnRole === role).map(([column]) => column);
  const [answerColumns, commentColumns] = [columnsWithRole('Response'), columnsWithRole('Comment')];
  if (!answerColumns.length) return undefined;
  return (
    answerColumns.find((column) => !takesWordOnly(headings[column] ?? '') && !isList(column)) ??
    commentColumns.find((column) => column > (answerColumns[0] ?? 0) && !isList(column)) ??
    (answerColumns.length === 1 ? answerColumns[0] : undefined)
  );
}

/** @returns whether any of these rows offers a list of choices in this column */
function hasChoices(sheet: TableBlock['sheet'], rows: readonly PlacedRow[], column: number): boolean {
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  if (sheet === undefined || first === undefined || last === undefined) return false;
  return sheet.lists.some(({ top, bottom, left, right }) => left <= column && column <= right && top <= last && first <= bottom);
}

/** @returns the name of a section in a row of headings, where it replaces the heading of the questions or of their ids */
function findSectionAmongHeadings(headings: readonly string[], roles: ReadonlyMap<number, Role>): string | undefined {
  const [name] = headings.filter((text) => text !== '');
  const column = headings.indexOf(name ?? '');
  const role = roles.get(column);
  return name !== undefined && headingOf(name) === undefined && (role === 'Id' || role === 'Question') ? name : undefined;
}

/** @returns whether an id has only one part, such as `3`, `A` or `IV`. In tables with multi-part ids, such ids belong to headings */
function hasSinglePart(id: string): boolean {
  return /^(?:\d{1,3}|[A-Z]|[IVX]{1,5})[.)]?$/.test(id);
}

/**
 * @returns whether ids with a single part belong to headings, judged by the ids of texts that are phrased as questions; undefined if all
 * ids or none have a single part
 */
function doHeadingIdsHaveOnePart(ids: readonly string[], areQuestions: readonly boolean[]): boolean | undefined {
  const nonemptyIds = ids.filter((id) => id !== '');
  if (nonemptyIds.every(hasSinglePart) || !nonemptyIds.some(hasSinglePart)) return undefined;
  const questionIds = ids.filter((id, index) => id !== '' && areQuestions[index]);
  return questionIds.filter(hasSinglePart).length <= questionIds.length / 2;
}

/** @returns whether the next id begins with this one, which means that this row is a heading */
function isPrefixOfNext(id: string, next: string | undefined): boolean {
  const prefix = id.replace(/[.):]$/, '');
  return next !== undefined && next.startsWith(prefix) && /^[.-]\d/.test(next.slice(prefix.length));
}

/** @returns for each id the next nonempty one */
function findNextIds(ids: readonly string[]): (string | undefined)[] {
  const nextIds: (string | undefined)[] = [];
  let next: string | undefined;
  for (let index = ids.length - 1; index >= 0; index -= 1) {
    nextIds[index] = next;
    next = ids[index] || next;
  }
  return nextIds;
}

function labelOf(role: Role | undefined): Label {
  return role === undefined || role === 'Id' || role === 'Section' ? 'Cell' : role;
}
