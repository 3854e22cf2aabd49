/** Extracts the questions of a file. Defines a port, and its default implementation, which is heuristic (questionnaires, rules 3–7). */
import { areUntickedChoices, isTicked } from './choices.ts';
import { classify, hasLabel, isBareId, isPlaceholder, isStatement, maxReferenceLength, referenceIn } from './classes.ts';
import type { Line } from './lines.ts';
import { hasQuestionMark } from './question-mark.ts';
import type { Part, Row } from './tables.ts';

/** The maximum number of lines after a question that are searched for its answer. */
const maxAnswerLines = 20;

export interface Item {
  readonly question: string;
  /** The answer that the file already contains. */
  readonly answer: string | null;
  /** The customer's own id of the question. */
  readonly reference: string | null;
  /** The heading above the question. Undefined if the extracted lines have no heading. */
  readonly section?: string | null;
  /** The cell of a workbook in which the answer belongs. */
  readonly place?: Place;
}

/** A cell for an answer. Columns are counted from 0, rows from 1. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** The column of the question itself. */
  readonly questionColumn: number;
  /** The row in which the column needs a heading, because the column is new. */
  readonly headingRow?: number;
  /** Whether the cell already has an answer in the file. */
  readonly isFilled: boolean;
}

export interface ExtractedItems {
  readonly items: readonly Item[];
  /** The last heading of these lines, which applies to the lines that follow. Undefined if these lines have no heading. */
  readonly section?: string | null;
}

export interface QuestionExtractor {
  /**
   * @param lines of one chunk of the file, in order
   * @returns the questions to answer, in order, possibly with duplicates
   */
  extract(lines: readonly Line[]): Promise<ExtractedItems>;
}

export const heuristicExtractor: QuestionExtractor = {
  async extract(lines) {
    const items: Item[] = [];
    let section: string | null | undefined;
    let sheet: string | undefined;
    for (let lineIndex = 0; lineIndex < lines.length; lineIndex += 1) {
      const line = lines[lineIndex];
      if (!line) break;
      if ('row' in line) {
        // A heading applies only within its sheet.
        if (line.at && sheet !== undefined && line.at.sheet !== sheet) section = null;
        sheet = line.at?.sheet ?? sheet;
        const rowItems = extractItems(line);
        section = findHeading(line.row, rowItems) ?? getSection(line) ?? section;
        items.push(...rowItems.map((item) => withSection(section, item)));
      } else if (isQuestionLine(line.text)) {
        const { answer, lines: lineCount } = findAnswerAfter(line.text, lines.slice(lineIndex + 1, lineIndex + 1 + maxAnswerLines));
        items.push(withSection(section, { question: line.text, answer, reference: referenceIn(line.text) ?? null }));
        lineIndex += lineCount;
      } else if (isHeadingLine(line.text)) section = shorten(line.text);
    }
    return { items, ...(section !== undefined && { section }) };
  },
};

/** @returns whether the line has a question to answer */
export function hasItem(line: Line): boolean {
  return 'row' in line ? extractItems(line).length > 0 : isQuestionLine(line.text);
}

/** @returns at most one item */
function extractItems(line: Row): Item[] {
  const { row, table, at } = line;
  const questionParts = row.filter(({ label }) => label === 'Question');
  const candidates = table.hasQuestionColumn
    ? questionParts.length > 0
      ? questionParts
      : candidatesNextToColumn(row)
    : row.filter(({ label }) => label === 'Cell' || row.length === 1);
  const questionPart =
    candidates.find(({ text }) => isQuestionCell(text, line)) ?? questionParts.find((part) => isUnphrasedQuestion(part, line));
  if (!questionPart) return [];
  const answer = row.find((part) => part.label === 'Response' && isAnswerCell(part.text)) ?? findAnswerInNextCell(row, questionPart);
  const reference = findReference(line, questionPart) ?? referenceIn(questionPart.text) ?? null;
  return [
    {
      question: questionPart.text,
      answer: answer?.text ?? null,
      reference,
      ...(at && { place: findAnswerPlace(line, at, questionPart, answer) }),
    },
  ];
}

/** Column boundaries can be uncertain, as in a PDF, so a question may be in a neighboring column, together with its id. */
function candidatesNextToColumn(row: readonly Part[]): Part[] {
  return row.filter(({ label, text }) => label === 'Cell' && (hasLabel(text) || hasQuestionMark(text)));
}

/** In a table with columns for questions and ids, a numbered text that is alone in its row, without a question mark, is a heading. */
function isQuestionCell(text: string, { row, table }: Row): boolean {
  if (classify(text) !== 'answerable_item') return false;
  return !(table.hasQuestionColumn && table.hasIds && row.length === 1 && hasLabel(text) && !hasQuestionMark(text));
}

/**
 * In a column of questions, even a text that is not phrased as a question can be one, if something else indicates it. In a table with ids:
 * the id of a question, or a section column and an answer. In other tables: a section column, five words or an answer; for a text alone in
 * its row, that no question of the table is phrased as one. Instructions and metadata count only with the id of a question.
 */
function isUnphrasedQuestion({ text }: Part, { row, table, hasQuestionId }: Row): boolean {
  const itemClass = classify(text);
  if (!/\p{L}{2}/u.test(text) || /^=/.test(text) || isPlaceholder(text)) return false;
  if (!['noise', 'section_header'].includes(itemClass)) return hasQuestionId && (itemClass === 'instruction' || itemClass === 'metadata');
  if (table.hasIds) return hasQuestionId || (row.length > 1 && table.hasSections && row.some(({ label }) => label === 'Response'));
  if (row.length > 1) return table.hasSections || text.split(' ').length >= 5 || row.some(({ label }) => label === 'Response');
  return !table.hasPhrasedQuestions;
}

/**
 * @returns the cell in the answer column, else the cell with an answer, else the next cell if it is free and the table has no headings,
 * else a cell in a new column
 */
function findAnswerPlace(
  { row, table }: Row,
  { sheet, number }: NonNullable<Row['at']>,
  questionPart: Part,
  answer: Part | undefined,
): Place {
  const knownColumn = table.answerColumn ?? answer?.column;
  const knownPart = row.find(({ column }) => column === knownColumn);
  const place = {
    sheet,
    row: number,
    questionColumn: questionPart.column,
    isFilled: knownPart !== undefined && isAnswerCell(knownPart.text),
  };
  if (knownColumn !== undefined) return { ...place, column: knownColumn };
  const nextColumn = questionPart.column + 1;
  const isFree = table.headingRow === undefined && !row.some(({ column }) => column === nextColumn);
  if (isFree) return { ...place, column: nextColumn };
  let column = nextColumn;
  while (table.usedColumns.has(column)) column += 1;
  return { ...place, column, ...(table.headingRow !== undefined && { headingRow: table.headingRow }) };
}

/** @returns the id in the column of ids, or else an id that is alone in a cell before the question */
function findReference({ row, reference }: Row, questionPart: Part): string | undefined {
  const bareId = row.find(
    ({ text, label, column }) => label === 'Cell' && column < questionPart.column && text.length <= maxReferenceLength && isBareId(text),
  );
  const id = (reference === questionPart.text ? undefined : reference) ?? bareId?.text;
  return id !== undefined && isBareId(id) ? id.replace(/[.):]$/, '') : id;
}

/** @returns the section from the section column or from a heading of the table */
function getSection({ section }: Row): string | undefined {
  return section === undefined ? undefined : shorten(section);
}

/** @returns the heading if the row contains only a heading, and perhaps its number */
function findHeading(row: readonly Part[], items: readonly Item[]): string | undefined {
  if (items.length) return undefined;
  const [part, ...otherParts] = row.filter(({ text }) => !isBareId(text));
  return part && otherParts.length === 0 && classify(part.text) === 'section_header' ? shorten(part.text) : undefined;
}

function isHeadingLine(text: string): boolean {
  return text !== '' && parseMarkedAnswer(text) === undefined && !isShortAnswer(text) && classify(text) === 'section_header';
}

/** @returns the item with its section, if the section is known */
function withSection(section: string | null | undefined, item: Item): Item {
  return section === undefined ? item : { ...item, section };
}

const maxSectionLength = 300;
function shorten(text: string): string {
  return text.slice(0, maxSectionLength);
}

/** @returns the next cell if it can be an answer, in tables in which no column is labeled */
function findAnswerInNextCell(row: readonly Part[], questionPart: Part): Part | undefined {
  if (row.some(({ label }) => label !== 'Cell')) return undefined;
  const nextCell = row[row.indexOf(questionPart) + 1];
  return nextCell && isAnswer(nextCell.text) && (isShortAnswer(nextCell.text) || nextCell.text.split(' ').length >= 4)
    ? nextCell
    : undefined;
}

/** A line that begins in lower case is not a question, but the middle of a sentence, unless it ends with ? or * or has a label. */
function isQuestionLine(text: string): boolean {
  return (
    text !== '' &&
    !isShortAnswer(text) &&
    parseMarkedAnswer(text) === undefined &&
    (!/^\p{Ll}/u.test(text) || /[?？\u061f*]\s*$/.test(text) || hasLabel(text)) &&
    classify(text) === 'answerable_item'
  );
}

/** @returns the answer in the lines after a question, and the number of lines that belong to it */
function findAnswerAfter(question: string, followingLines: readonly Line[]): { answer: string | null; lines: number } {
  const followingTexts = followingLines.map((line) => ('text' in line ? line.text : ''));
  // Unticked choices may precede the answer.
  const choiceCount = Math.max(
    followingTexts.findIndex((text) => !areUntickedChoices(text)),
    0,
  );
  const texts = followingTexts.slice(choiceCount);
  const [, secondText = ''] = texts;
  const isDirectQuestion = hasQuestionMark(question);
  const firstIndex =
    texts[0] === '' &&
    (parseMarkedAnswer(secondText) !== undefined || (isDirectQuestion && (isShortAnswer(secondText) || isStatement(secondText))))
      ? 1
      : 0;
  const firstText = texts[firstIndex] ?? '';
  const markedAnswer = parseMarkedAnswer(firstText);
  if (!beginsAnswer(firstText, texts[firstIndex + 1] ?? '') || (!isDirectQuestion && isStatement(firstText)))
    return { answer: null, lines: markedAnswer === undefined ? 0 : choiceCount + firstIndex + 1 };
  const endIndex = texts.findIndex(
    (text, index) =>
      index > firstIndex &&
      (text === '' ||
        hasLabel(text) ||
        areUntickedChoices(text) ||
        parseMarkedAnswer(text) !== undefined ||
        hasQuestionMark(text) ||
        (isQuestionLine(text) && !isStatement(text))),
  );
  const answerLines = [markedAnswer ?? firstText, ...texts.slice(firstIndex + 1, endIndex < 0 ? undefined : endIndex)];
  return { answer: answerLines.join(' '), lines: choiceCount + firstIndex + answerLines.length };
}

function beginsAnswer(text: string, nextText: string): boolean {
  const markedAnswer = parseMarkedAnswer(text);
  if (markedAnswer !== undefined) return isAnswer(markedAnswer);
  if (isTicked(text)) return true;
  if (text === '' || (hasLabel(text) && !isShortAnswer(text))) return false;
  return (
    isShortAnswer(text) ||
    isStatement(text) ||
    (isAnswer(text) && (/[.!]$/.test(text) || ((nextText === '' || isQuestionLine(nextText)) && !isTitle(text))))
  );
}

/** @returns the text after `Answer:` or a similar word, or undefined if the line does not begin with one */
function parseMarkedAnswer(text: string): string | undefined {
  return /^(?:answer|response|reply|a|r[ée]ponse)\s*[:：](.*)$/i.exec(text)?.[1]?.trimStart();
}

function isShortAnswer(text: string): boolean {
  return (
    /^(?:yes|no|partly|partially|ja|nein|teilweise|oui|non|partiellement|true|false|n\/a|not applicable|none)\b(?!.*[?？\u061f])/i.test(
      text,
    ) && !areUntickedChoices(text)
  );
}

/** @returns whether the text is one word, or all its words of more than three letters are capitalized */
function isTitle(text: string): boolean {
  const words = text.split(' ');
  return words.length === 1 || words.every((word) => /^\P{Ll}/u.test(word) || word.length <= 3);
}

/** @returns whether the text can be an answer, and is not a placeholder, a scoring list or the like */
function isAnswer(text: string): boolean {
  if (text === '' || areUntickedChoices(text) || isPlaceholder(text)) return isTicked(text);
  const itemClass = classify(text);
  return (
    isTicked(text) ||
    isShortAnswer(text) ||
    isStatement(text) ||
    itemClass === 'section_header' ||
    (itemClass === 'noise' && /\p{L}{2}/u.test(text))
  );
}

/** In an answer cell, a number is also an answer. */
function isAnswerCell(text: string): boolean {
  return isAnswer(text) || /^[<>≤≥~]?\s?\d/u.test(text);
}
