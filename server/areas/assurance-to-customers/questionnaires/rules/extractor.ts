/** Extracts the questions of a file: a port, and its default implementation by the area's rules (questionnaires, rules 3–7). */
import { isOffer, isTicked } from './choices.ts';
import { classify, hasLabel, isBareId, isPlaceholder, isStatement, longestReference, referenceIn } from './classes.ts';
import type { Line } from './lines.ts';
import { hasQuestionMark } from './question-mark.ts';
import type { Part, Row } from './tables.ts';

/** The maximum number of lines in an answer. */
const longestAnswer = 20;

export interface Item {
  readonly question: string;
  /** The answer that is in the file. */
  readonly answer: string | null;
  /** The customer's own id of the question. */
  readonly reference: string | null;
  /** The heading above it. Undefined if there is none among the given lines. */
  readonly section?: string | null;
  /** Where its answer belongs in a workbook. */
  readonly place?: Place;
}

/** A cell for an answer. Columns are counted from 0, rows from 1. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** The column of the question itself. */
  readonly asked: number;
  /** The row in which the column needs a heading because it is new. */
  readonly heading?: number;
  /** Whether the file has an answer in this cell. */
  readonly isFilled: boolean;
}

export interface Extracted {
  readonly items: readonly Item[];
  /** The last heading of these lines, which applies to the lines that follow. Undefined if there is none among them. */
  readonly section?: string | null;
}

export interface QuestionExtractor {
  /**
   * @param lines of one chunk of the file, in order
   * @returns the questions to answer, in order; may contain duplicates
   */
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
        // A heading applies only within its sheet.
        if (line.at && sheet !== undefined && line.at.sheet !== sheet) section = null;
        sheet = line.at?.sheet ?? sheet;
        const found = itemsOfRow(line);
        section = headingOfRow(line.row, found) ?? sectionOf(line) ?? section;
        items.push(...found.map((item) => withSection(section, item)));
      } else if (isAskedIn(line.text)) {
        const { answer, lines: lineCount } = answerAfter(line.text, lines.slice(at + 1, at + 1 + longestAnswer));
        items.push(withSection(section, { question: line.text, answer, reference: referenceIn(line.text) ?? null }));
        at += lineCount;
      } else if (isHeadingLine(line.text)) section = shorten(line.text);
    }
    return { items, ...(section !== undefined && { section }) };
  },
};

/** Whether a line has an item. */
export function hasItem(line: Line): boolean {
  return 'row' in line ? itemsOfRow(line).length > 0 : isAskedIn(line.text);
}

/** @returns at most one item */
function itemsOfRow(line: Row): Item[] {
  const { row, table, at } = line;
  const asked = row.filter(({ label }) => label === 'Question');
  const candidates = table.asks
    ? asked.length > 0
      ? asked
      : candidatesNextToColumn(row)
    : row.filter(({ label }) => label === 'Cell' || row.length === 1);
  const found = candidates.find(({ text }) => isAskedInTable(text, line)) ?? asked.find((part) => isNamed(part, line));
  if (!found) return [];
  const answer = row.find((part) => part.label === 'Response' && isAnswerCell(part.text)) ?? nextCellOf(row, found);
  const reference = referenceBeside(line, found) ?? referenceIn(found.text) ?? null;
  return [{ question: found.text, answer: answer?.text ?? null, reference, ...(at && { place: answerPlaceOf(line, at, found, answer) }) }];
}

/** Where column boundaries are uncertain, as in a PDF, a question may be in a neighboring column together with its id. */
function candidatesNextToColumn(row: readonly Part[]): Part[] {
  return row.filter(({ label, text }) => label === 'Cell' && (hasLabel(text) || hasQuestionMark(text)));
}

/** A numbered name alone in its row is a heading if the table has a column of ids. */
function isAskedInTable(text: string, { row, table }: Row): boolean {
  if (classify(text) !== 'answerable_item') return false;
  return !(table.asks && table.hasIds && row.length === 1 && hasLabel(text) && !hasQuestionMark(text));
}

/**
 * In a column of questions, a text that is not phrased as a question, even a single word, is an item if something indicates it: an id, a section in
 * its own column, an answer, its length, or that no question of the table is phrased as one.
 */
function isNamed({ text }: Part, { row, table, numbered }: Row): boolean {
  const found = classify(text);
  if (!/\p{L}{2}/u.test(text) || /^=/.test(text) || isPlaceholder(text)) return false;
  if (!['noise', 'section_header'].includes(found)) return numbered && (found === 'instruction' || found === 'metadata');
  if (table.hasIds) return numbered || (row.length > 1 && table.hasSections && row.some(({ label }) => label === 'Response'));
  if (row.length > 1) return table.hasSections || text.split(' ').length >= 5 || row.some(({ label }) => label === 'Response');
  return !table.hasForms;
}

/** The cell in a column of answers, or the one where the file has the answer, or else the next cell. If that is not empty, a new column. */
function answerPlaceOf({ row, table }: Row, { sheet, number }: NonNullable<Row['at']>, found: Part, answer: Part | undefined): Place {
  const firstKnown = table.responses ?? answer?.column;
  const there = row.find(({ column }) => column === firstKnown);
  const here = { sheet, row: number, asked: found.column, isFilled: there !== undefined && isAnswerCell(there.text) };
  if (firstKnown !== undefined) return { ...here, column: firstKnown };
  const next = found.column + 1;
  const isFree = table.headings === undefined && !row.some(({ column }) => column === next);
  if (isFree) return { ...here, column: next };
  let column = next;
  while (table.used.has(column)) column += 1;
  return { ...here, column, ...(table.headings !== undefined && { heading: table.headings }) };
}

/** The id in a column of ids, or an id alone in a cell of the row. */
function referenceBeside({ row, reference }: Row, found: Part): string | undefined {
  const bareId = row.find(
    ({ text, label, column }) => label === 'Cell' && column < found.column && text.length <= longestReference && isBareId(text),
  );
  const id = (reference === found.text ? undefined : reference) ?? bareId?.text;
  return id !== undefined && isBareId(id) ? id.replace(/[.):]$/, '') : id;
}

/** The section named by a column or by a heading of the table. */
function sectionOf({ section }: Row): string | undefined {
  return section === undefined ? undefined : shorten(section);
}

/** A row with only a heading, and perhaps its number. */
function headingOfRow(row: readonly Part[], items: readonly Item[]): string | undefined {
  if (items.length) return undefined;
  const [part, ...more] = row.filter(({ text }) => !isBareId(text));
  return part && more.length === 0 && classify(part.text) === 'section_header' ? shorten(part.text) : undefined;
}

function isHeadingLine(text: string): boolean {
  return text !== '' && answerIn(text) === undefined && !isShortAnswer(text) && classify(text) === 'section_header';
}

/** @returns the item with the section that it is in, if known */
function withSection(section: string | null | undefined, item: Item): Item {
  return section === undefined ? item : { ...item, section };
}

const longestSection = 300;
function shorten(text: string): string {
  return text.slice(0, longestSection);
}

/** The next cell, if it can be an answer, for tables in which no column is labeled as answers. */
function nextCellOf(row: readonly Part[], found: Part): Part | undefined {
  if (row.some(({ label }) => label !== 'Cell')) return undefined;
  const next = row[row.indexOf(found) + 1];
  return next && isAnswer(next.text) && (isShortAnswer(next.text) || next.text.split(' ').length >= 4) ? next : undefined;
}

/** A line that begins in lower case is the middle of a sentence, unless it has a question mark or a label. */
function isAskedIn(text: string): boolean {
  return (
    text !== '' &&
    !isShortAnswer(text) &&
    answerIn(text) === undefined &&
    (!/^\p{Ll}/u.test(text) || /[?？\u061f*]\s*$/.test(text) || hasLabel(text)) &&
    classify(text) === 'answerable_item'
  );
}

/** @returns the answer in the lines after a question, and the number of lines that it takes */
function answerAfter(question: string, following: readonly Line[]): { answer: string | null; lines: number } {
  const all = following.map((line) => ('text' in line ? line.text : ''));
  // Unticked choices may precede the answer.
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
  const answerLines = [marked ?? first, ...texts.slice(begin + 1, end < 0 ? undefined : end)];
  return { answer: answerLines.join(' '), lines: offered + begin + answerLines.length };
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

/** The text after `Answer:`. */
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

/** Whether it is one word, or all words are capitalized. */
function isTitle(text: string): boolean {
  const words = text.split(' ');
  return words.length === 1 || words.every((word) => /^\P{Ll}/u.test(word) || word.length <= 3);
}

/** Whether the text is not a placeholder, a scoring list or the like. */
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

/** In an answer cell, a number is an answer as well. */
function isAnswerCell(text: string): boolean {
  return isAnswer(text) || /^[<>≤≥~]?\s?\d/u.test(text);
}
