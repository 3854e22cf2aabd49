/** The figures of one questionnaire or of several, in percent. */
import type { Questionnaire } from '../../test/fixtures/questionnaires/lists.ts';
import type { ExpectedAnswer } from './answers.ts';
import type { Extraction } from './extraction.ts';

export interface Measurement {
  readonly list: Questionnaire;
  readonly extraction: Extraction;
  readonly answers: readonly ExpectedAnswer[];
}

export interface Figures {
  /** The share of listed questions that were found. */
  readonly recall: number;
  /** The share of results that match a listed question. */
  readonly precision: number;
  /** The shares of found questions with the right id and with the right section. */
  readonly references: number;
  readonly sections: number;
  /** The share of answerable questions that have an answer. */
  readonly answered: number;
  /** The share of answers that are relevant. */
  readonly fitting: number;
}

/** @returns the figures in percent. A share is 100 if there is nothing to count */
export function figuresOf(measured: readonly Measurement[]): Figures {
  const total = (count: (extraction: Extraction) => number) => measured.reduce((sum, { extraction }) => sum + count(extraction), 0);
  const answers = measured.flatMap((one) => one.answers);
  const answerable = answers.filter((one) => one.answerable);
  const givenAnswers = answers.filter(({ answer }) => answer !== null);
  const correctCount = total((one) => one.right);
  return {
    recall: percent(
      correctCount,
      total((one) => one.listed),
    ),
    precision: percent(
      correctCount,
      total((one) => one.found),
    ),
    references: percent(
      total((one) => one.references),
      correctCount,
    ),
    sections: percent(
      total((one) => one.sections),
      correctCount,
    ),
    answered: percent(answerable.filter(({ answer }) => answer !== null).length, answerable.length),
    fitting: percent(givenAnswers.filter(({ fits }) => fits).length, givenAnswers.length),
  };
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10);

const columns = ['recall', 'precision', 'references', 'sections', 'answered', 'fitting'] as const;

/** @returns a table with a row for each questionnaire and a row for the total */
export function tableOf(measured: readonly Measurement[]): string {
  const lineOf = (name: string, count: number, figures: Figures) =>
    [name.padEnd(20), String(count).padStart(9), ...columns.map((column) => figures[column].toFixed(1).padStart(11))].join('');
  return [
    ['layout'.padEnd(20), 'questions'.padStart(9), ...columns.map((column) => column.padStart(11))].join(''),
    ...measured.map((one) => lineOf(`${one.list.name}${one.list.held ? ' (held)' : ''}`, one.extraction.listed, figuresOf([one]))),
    lineOf(
      'all',
      measured.reduce((sum, { extraction }) => sum + extraction.listed, 0),
      figuresOf(measured),
    ),
  ].join('\n');
}
