/** Finds the questions in what a file says: a port, with the rules of the area as what it is by default (spec/areas/questionnaires, rules 3–7). */
import { classify, hasLabel, isStatement } from './classes.ts';
import type { Line, Part } from './lines.ts';

/** Most lines of text that an answer may have. */
const longestAnswer = 20;

export interface Item {
  readonly question: string;
  /** What the file holds as its answer. */
  readonly answer: string | null;
}

export interface QuestionExtractor {
  /** @param lines of one piece of the file, in order @returns what is to be answered, in order; questions may come twice */
  extract(lines: readonly Line[]): Promise<readonly Item[]>;
}

export const extractorByRules: QuestionExtractor = {
  async extract(lines) {
    const items: Item[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      if (!line) break;
      if ('row' in line) items.push(...itemInRow(line.row));
      else if (isAskedIn(line.text)) {
        const { answer, lines: taken } = answerAfter(line.text, lines.slice(at + 1, at + 1 + longestAnswer));
        items.push({ question: line.text, answer });
        at += taken;
      }
    }
    return items;
  },
};

/** Whether a line has an item. */
export function beginsItem(line: Line): boolean {
  return 'row' in line ? itemInRow(line.row).length > 0 : isAskedIn(line.text);
}

/** At most one. */
function itemInRow(row: readonly Part[]): Item[] {
  const asked = row.filter(({ label }) => label === 'Question');
  const candidates = asked.length ? asked : row.filter(({ label }) => label === 'Cell' || row.length === 1);
  const found = candidates.find(({ text }) => classify(text) === 'answerable_item') ?? asked.find((part) => isLikely(part, row));
  if (!found) return [];
  const answer = row.find((part) => part.label === 'Response' && isAnswer(part.text)) ?? besideIt(row, found);
  return [{ question: found.text, answer: answer?.text ?? null }];
}

/** In a column of questions also what has no form of a question, when it is long enough and the row has more than it. */
function isLikely({ text }: Part, row: readonly Part[]): boolean {
  return row.length > 1 && text.split(' ').length >= 5 && ['noise', 'section_header'].includes(classify(text)) && !/^=/.test(text);
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
    (!/^\p{Ll}/u.test(text) || /[?？*]\s*$/.test(text) || hasLabel(text)) &&
    classify(text) === 'answerable_item'
  );
}

/** @returns what the lines after a question hold as its answer, and how many of them it takes */
function answerAfter(question: string, following: readonly Line[]): { answer: string | null; lines: number } {
  const texts = following.map((line) => ('text' in line ? line.text : ''));
  const [, second = ''] = texts;
  const asks = /[?？]/.test(question);
  const begin = texts[0] === '' && (answerIn(second) !== undefined || (asks && (isShortAnswer(second) || isStatement(second)))) ? 1 : 0;
  const first = texts[begin] ?? '';
  const marked = answerIn(first);
  if (!isBeginning(first, texts[begin + 1] ?? '') || (!asks && isStatement(first)))
    return { answer: null, lines: marked === undefined ? 0 : begin + 1 };
  const end = texts.findIndex(
    (text, index) =>
      index > begin &&
      (text === '' || hasLabel(text) || answerIn(text) !== undefined || /[?？]/.test(text) || (isAskedIn(text) && !isStatement(text))),
  );
  const said = [marked ?? first, ...texts.slice(begin + 1, end < 0 ? undefined : end)];
  return { answer: said.join(' '), lines: begin + said.length };
}

function isBeginning(text: string, next: string): boolean {
  const marked = answerIn(text);
  if (marked !== undefined) return isAnswer(marked);
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
  return /^(?:yes|no|partly|partially|oui|non|true|false)\b(?!.*[?？])/i.test(text);
}

/** One word, or each with a capital. */
function isTitle(text: string): boolean {
  const words = text.split(' ');
  return words.length === 1 || words.every((word) => /^\P{Ll}/u.test(word) || word.length <= 3);
}

/** No placeholder, no scoring list and the like. */
function isAnswer(text: string): boolean {
  const found = classify(text);
  return (
    text !== '' &&
    (isShortAnswer(text) ||
      isStatement(text) ||
      found === 'section_header' ||
      (found === 'noise' && /\p{L}{2}/u.test(text) && !isPlaceholder(text)))
  );
}

function isPlaceholder(text: string): boolean {
  return text.split(' ').length <= 6 && classify(`${text}?`) === 'noise';
}
