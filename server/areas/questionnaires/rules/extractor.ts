/** Finds the questions in what a file says: a port, with the rules of the area as what it is by default (spec/areas/questionnaires, rules 3–7). */
import { isOffer, isTicked } from './choices.ts';
import { classify, hasLabel, isBareId, isPlaceholder, isStatement, longestReference, referenceIn } from './classes.ts';
import type { Line } from './lines.ts';
import { hasQuestionMark } from './question-mark.ts';
import type { Part, Row } from './tables.ts';

/** Most lines of text that an answer may have. */
const longestAnswer = 20;

export interface Item {
  readonly question: string;
  /** What the file holds as its answer. */
  readonly answer: string | null;
  /** The customer's own id of the question. */
  readonly reference: string | null;
  /** The heading above it. Undefined when there is none among the lines that were looked at. */
  readonly section?: string | null;
  /** Where its answer belongs in a workbook. */
  readonly place?: Place;
}

/** A cell for an answer. Columns are counted from 0, rows from 1. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Where the question itself stands. */
  readonly asked: number;
  /** The row in which the column needs a heading, because it is a new one. */
  readonly heading?: number;
  /** Whether the file has an answer there. */
  readonly isFilled: boolean;
}

export interface Extracted {
  readonly items: readonly Item[];
  /** The heading that the lines end under. Undefined when there is none among them. */
  readonly section?: string | null;
}

export interface QuestionExtractor {
  /** @param lines of one piece of the file, in order @returns what is to be answered, in order; questions may come twice */
  extract(lines: readonly Line[]): Promise<Extracted>;
}

export const extractorByRules: QuestionExtractor = {
  async extract(lines) {
    const items: Item[] = [];
    let section: string | null | undefined;
    let sheet: string | undefined;
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      if (!line) break;
      if ('row' in line) {
        // A heading ends with its sheet.
        if (line.at && sheet !== undefined && line.at.sheet !== sheet) section = null;
        sheet = line.at?.sheet ?? sheet;
        const found = itemInRow(line);
        section = headingIn(line.row, found) ?? sectionOf(line) ?? section;
        items.push(...found.map((item) => under(section, item)));
      } else if (isAskedIn(line.text)) {
        const { answer, lines: taken } = answerAfter(line.text, lines.slice(at + 1, at + 1 + longestAnswer));
        items.push(under(section, { question: line.text, answer, reference: referenceIn(line.text) ?? null }));
        at += taken;
      } else if (isHeadingLine(line.text)) section = shortened(line.text);
    }
    return { items, ...(section !== undefined && { section }) };
  },
};

/** Whether a line has an item. */
export function beginsItem(line: Line): boolean {
  return 'row' in line ? itemInRow(line).length > 0 : isAskedIn(line.text);
}

/** At most one. */
function itemInRow(line: Row): Item[] {
  const { row, table, at } = line;
  const asked = row.filter(({ label }) => label === 'Question');
  const candidates = table.asks
    ? asked.length > 0
      ? asked
      : besideTheirColumn(row)
    : row.filter(({ label }) => label === 'Cell' || row.length === 1);
  const found = candidates.find(({ text }) => isAskedInTable(text, line)) ?? asked.find((part) => isNamed(part, line));
  if (!found) return [];
  const answer = row.find((part) => part.label === 'Response' && isAnswerCell(part.text)) ?? besideIt(row, found);
  const reference = referenceBeside(line, found) ?? referenceIn(found.text) ?? null;
  return [{ question: found.text, answer: answer?.text ?? null, reference, ...(at && { place: placeIn(line, at, found, answer) }) }];
}

/** Where the edges of columns cannot be told, as in a PDF, a question may stand in another one with its id. */
function besideTheirColumn(row: readonly Part[]): Part[] {
  return row.filter(({ label, text }) => label === 'Cell' && (hasLabel(text) || hasQuestionMark(text)));
}

/** Alone in its row, a numbered name is a heading of a table that has its ids in a column. */
function isAskedInTable(text: string, { row, table }: Row): boolean {
  if (classify(text) !== 'answerable_item') return false;
  return !(table.asks && table.hasIds && row.length === 1 && hasLabel(text) && !hasQuestionMark(text));
}

/**
 * In a column of questions also what has no form of a question, down to a single word, where something shows that it is one: an id, a section in
 * a column of its own, an answer, its length, or that no question of the table has a form.
 */
function isNamed({ text }: Part, { row, table, numbered }: Row): boolean {
  const found = classify(text);
  if (!/\p{L}{2}/u.test(text) || /^=/.test(text) || isPlaceholder(text)) return false;
  if (!['noise', 'section_header'].includes(found)) return numbered && (found === 'instruction' || found === 'metadata');
  if (table.hasIds) return numbered || (row.length > 1 && table.hasSections && row.some(({ label }) => label === 'Response'));
  if (row.length > 1) return table.hasSections || text.split(' ').length >= 5 || row.some(({ label }) => label === 'Response');
  return !table.hasForms;
}

/** In a column of answers, or where the file has the answer, else in the next cell. Where that is taken, in a column of its own. */
function placeIn({ row, table }: Row, { sheet, number }: NonNullable<Row['at']>, found: Part, answer: Part | undefined): Place {
  const known = table.responses ?? answer?.column;
  const there = row.find(({ column }) => column === known);
  const here = { sheet, row: number, asked: found.column, isFilled: there !== undefined && isAnswerCell(there.text) };
  if (known !== undefined) return { ...here, column: known };
  const next = found.column + 1;
  const isFree = table.headings === undefined && !row.some(({ column }) => column === next);
  if (isFree) return { ...here, column: next };
  let column = next;
  while (table.used.has(column)) column += 1;
  return { ...here, column, ...(table.headings !== undefined && { heading: table.headings }) };
}

/** The id in a column of ids, or a bare one in the row. */
function referenceBeside({ row, reference }: Row, found: Part): string | undefined {
  const bare = row.find(
    ({ text, label, column }) => label === 'Cell' && column < found.column && text.length <= longestReference && isBareId(text),
  );
  const id = (reference === found.text ? undefined : reference) ?? bare?.text;
  return id !== undefined && isBareId(id) ? id.replace(/[.):]$/, '') : id;
}

/** The section that a column, or a heading of the table, names. */
function sectionOf({ section }: Row): string | undefined {
  return section === undefined ? undefined : shortened(section);
}

/** A row with nothing but a heading, and perhaps its number. */
function headingIn(row: readonly Part[], items: readonly Item[]): string | undefined {
  if (items.length) return undefined;
  const [part, ...more] = row.filter(({ text }) => !isBareId(text));
  return part && more.length === 0 && classify(part.text) === 'section_header' ? shortened(part.text) : undefined;
}

function isHeadingLine(text: string): boolean {
  return text !== '' && answerIn(text) === undefined && !isShortAnswer(text) && classify(text) === 'section_header';
}

/** @returns the item with the section that it stands under, if that is known */
function under(section: string | null | undefined, item: Item): Item {
  return section === undefined ? item : { ...item, section };
}

const longestSection = 300;
function shortened(text: string): string {
  return text.slice(0, longestSection);
}

/** Where no column says that it has the answers: the next cell, when it can be one. */
function besideIt(row: readonly Part[], found: Part): Part | undefined {
  if (row.some(({ label }) => label !== 'Cell')) return undefined;
  const next = row[row.indexOf(found) + 1];
  return next && isAnswer(next.text) && (isShortAnswer(next.text) || next.text.split(' ').length >= 4) ? next : undefined;
}

/** A line that begins small is the middle of a sentence, unless it has a mark or a label. */
function isAskedIn(text: string): boolean {
  return (
    text !== '' &&
    !isShortAnswer(text) &&
    answerIn(text) === undefined &&
    (!/^\p{Ll}/u.test(text) || /[?？\u061f*]\s*$/.test(text) || hasLabel(text)) &&
    classify(text) === 'answerable_item'
  );
}

/** @returns what the lines after a question hold as its answer, and how many of them it takes */
function answerAfter(question: string, following: readonly Line[]): { answer: string | null; lines: number } {
  const all = following.map((line) => ('text' in line ? line.text : ''));
  // Choices that nobody has ticked may stand before the answer.
  const offered = Math.max(
    all.findIndex((text) => !isOffer(text)),
    0,
  );
  const texts = all.slice(offered);
  const [, second = ''] = texts;
  const asks = hasQuestionMark(question);
  const begin = texts[0] === '' && (answerIn(second) !== undefined || (asks && (isShortAnswer(second) || isStatement(second)))) ? 1 : 0;
  const first = texts[begin] ?? '';
  const marked = answerIn(first);
  if (!isBeginning(first, texts[begin + 1] ?? '') || (!asks && isStatement(first)))
    return { answer: null, lines: marked === undefined ? 0 : offered + begin + 1 };
  const end = texts.findIndex(
    (text, index) =>
      index > begin &&
      (text === '' ||
        hasLabel(text) ||
        isOffer(text) ||
        answerIn(text) !== undefined ||
        hasQuestionMark(text) ||
        (isAskedIn(text) && !isStatement(text))),
  );
  const said = [marked ?? first, ...texts.slice(begin + 1, end < 0 ? undefined : end)];
  return { answer: said.join(' '), lines: offered + begin + said.length };
}

function isBeginning(text: string, next: string): boolean {
  const marked = answerIn(text);
  if (marked !== undefined) return isAnswer(marked);
  if (isTicked(text)) return true;
  if (text === '' || (hasLabel(text) && !isShortAnswer(text))) return false;
  return (
    isShortAnswer(text) ||
    isStatement(text) ||
    (isAnswer(text) && (/[.!]$/.test(text) || ((next === '' || isAskedIn(next)) && !isTitle(text))))
  );
}

/** What stands after `Answer:`. */
function answerIn(text: string): string | undefined {
  return /^(?:answer|response|reply|a|r[ée]ponse)\s*[:：](.*)$/i.exec(text)?.[1]?.trimStart();
}

function isShortAnswer(text: string): boolean {
  return (
    /^(?:yes|no|partly|partially|ja|nein|teilweise|oui|non|partiellement|true|false|n\/a|not applicable|none)\b(?!.*[?？\u061f])/i.test(
      text,
    ) && !isOffer(text)
  );
}

/** One word, or each with a capital. */
function isTitle(text: string): boolean {
  const words = text.split(' ');
  return words.length === 1 || words.every((word) => /^\P{Ll}/u.test(word) || word.length <= 3);
}

/** No placeholder, no scoring list and the like. */
function isAnswer(text: string): boolean {
  if (text === '' || isOffer(text) || isPlaceholder(text)) return isTicked(text);
  const found = classify(text);
  return (
    isTicked(text) ||
    isShortAnswer(text) ||
    isStatement(text) ||
    found === 'section_header' ||
    (found === 'noise' && /\p{L}{2}/u.test(text))
  );
}

/** In a cell for it, a number is an answer, too. */
function isAnswerCell(text: string): boolean {
  return isAnswer(text) || /^[<>≤≥~]?\s?\d/u.test(text);
}
