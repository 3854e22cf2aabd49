/** From the rows of a table to lines whose parts are labelled (spec/areas/questionnaires, rules 2 and 4). */
import type { TableBlock } from '../../../documents/extraction/blocks.ts';
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
  /** What the column of sections, or a heading that is repeated, says. */
  readonly section?: string;
  /** Whether its id is that of a question: others number the headings between the questions. */
  readonly numbered: boolean;
  /** In a workbook. */
  readonly at?: RowPlace;
}
/** Where a row of a workbook stands. */
interface RowPlace {
  readonly sheet: string;
  readonly number: number;
}
export interface Columns {
  /** The row with the headings, if there is one. */
  readonly headings?: number;
  /** The column that takes the answers, by its heading. */
  readonly responses?: number;
  /** Whether a column is known to hold the questions. */
  readonly asks: boolean;
  /** Whether a column holds ids, or sections. */
  readonly hasIds: boolean;
  readonly hasSections: boolean;
  /** Whether any of its questions has the form of one. Where none has, each is a word or two. */
  readonly hasForms: boolean;
  /** Columns in which any row has a text. */
  readonly used: ReadonlySet<number>;
}

/** How far down a table its headings are looked for. */
const deepestHeading = 10;

export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @returns the rows with a text, headings left out */
export function rowsOf({ rows, sheet }: TableBlock): Row[] {
  const texts = rows.map((row) => row.map(squeezed));
  const first = texts.slice(0, deepestHeading).findIndex(areHeadings);
  const used = new Set(sheet && texts.flatMap((row) => row.flatMap((cell, column) => (cell === '' ? [] : [column]))));
  const placed = (row: readonly string[], index: number) => ({ row, number: sheet?.numbers[index] });
  type Placed = ReturnType<typeof placed>;
  const head = { used, asks: false, hasIds: false, hasSections: false, hasForms: true };
  const found: Row[] = [];
  // Each row of headings begins a part of the table, which may have columns of its own.
  let [headings, part]: [Placed | undefined, Placed[]] = [undefined, []];
  const endPart = () => {
    found.push(...partOf(headings, part, head, sheet));
    part = [];
  };
  for (const [index, row] of texts.entries()) {
    if (first >= 0 && index >= first && (index === first || isHeadingAgain(row, headings?.row ?? []))) {
      endPart();
      headings = placed(row, index);
    } else part.push(placed(row, index));
  }
  endPart();
  return found;
}

/** Also where headings are repeated, on the next page or with the next section, whose name may stand among them. */
function isHeadingAgain(row: readonly string[], before: readonly string[]): boolean {
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
  const responses = headings && placeOfAnswers(headings.row, roles, (column) => isChosen(sheet, rows, column));
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
  const following = followingOf(numbers);
  let section = sectionAmong(headings?.row ?? [], roles);
  return rows.flatMap(({ row, number }, index) => {
    const parts = row.flatMap((text, column) => (text === '' ? [] : [{ label: labelOf(roles.get(column)), text, column }]));
    if (!parts.length) return [];
    const id = ids === undefined ? '' : (row[ids] ?? '');
    // An empty cell goes with the one above it, as a merged one does.
    if (sections !== undefined && (row[sections] ?? '') !== '') section = row[sections];
    const isAlone = parts.length === 1;
    const isOfHeading = (areHeadingsSimple !== undefined && isSimple(id) === areHeadingsSimple) || goesOn(id, following[index]);
    const named = section;
    // What stands among the headings is told once: a heading further down may follow it.
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

/** What each column holds. Where no heading names the questions they are in the column with the longest texts, and ids may stand before them unnamed. */
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
  const longest = (columns: readonly number[]) =>
    columns.toSorted((one, other) => length(other) - length(one)).find((column) => length(column) > 0);
  if (!isStrong) {
    const width = Math.max(0, headings.length, ...rows.map((row) => row.length));
    const free = Array.from({ length: width }, (_, column) => column).filter((column) => !roles.has(column) && named[column] === undefined);
    const asked = longest(weak) ?? longest(free);
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

/** In the column of answers, or beside it where that takes a word only. Where several do, none of them takes a text. @param isList whether the cells of a column take only what is in a list */
function placeOfAnswers(
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

/** Whether a list to choose from stands there among the rows. */
function isChosen(sheet: TableBlock['sheet'], rows: readonly PlacedRow[], column: number): boolean {
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  if (sheet === undefined || first === undefined || last === undefined) return false;
  return sheet.lists.some(({ top, bottom, left, right }) => left <= column && column <= right && top <= last && first <= bottom);
}

/** The name of a section that stands where the questions or their ids do, because the other headings are repeated with it. */
function sectionAmong(headings: readonly string[], roles: ReadonlyMap<number, Role>): string | undefined {
  const [name] = headings.filter((text) => text !== '');
  const column = headings.indexOf(name ?? '');
  const role = roles.get(column);
  return name !== undefined && headingOf(name) === undefined && (role === 'Id' || role === 'Question') ? name : undefined;
}

/** Where ids have several parts, one of a single part is that of a heading. */
function isSimple(id: string): boolean {
  return /^(?:\d{1,3}|[A-Z]|[IVX]{1,5})[.)]?$/.test(id);
}

/**
 * Which ids are those of headings, told by the ids of what certainly is a question.
 * @returns whether they are the simple ones; undefined where all ids are alike
 */
function headingsAreSimple(ids: readonly string[], asks: readonly boolean[]): boolean | undefined {
  const named = ids.filter((id) => id !== '');
  if (named.every(isSimple) || !named.some(isSimple)) return undefined;
  const ofQuestions = ids.filter((id, index) => id !== '' && asks[index]);
  return ofQuestions.filter(isSimple).length <= ofQuestions.length / 2;
}

/** Whether the next id begins with this one: then this is the heading above it. */
function goesOn(id: string, next: string | undefined): boolean {
  const stem = id.replace(/[.):]$/, '');
  return next !== undefined && next.startsWith(stem) && /^[.-]\d/.test(next.slice(stem.length));
}

/** @returns for each id the next one that is not empty */
function followingOf(ids: readonly string[]): (string | undefined)[] {
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
