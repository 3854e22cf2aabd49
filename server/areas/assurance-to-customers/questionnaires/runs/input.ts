/** Validates the inputs of this area's runs. */
import { isObject } from '#platform/json-object';
import type { AskedQuestion } from '../steps/answering.ts';
import type { ExportFormat } from '../documents/export/names.ts';

export function questionnaireIdIn(input: unknown): string {
  if (isObject(input) && typeof input.questionnaireId === 'string') return input.questionnaireId;
  throw new TypeError('the input of the run has no questionnaireId');
}

export function isAutoAnswer(input: unknown): boolean {
  return isObject(input) && input.autoAnswer === true;
}

export function formatIn(input: unknown): ExportFormat {
  const format = isObject(input) ? input.format : undefined;
  if (format === 'xlsx' || format === 'csv' || format === 'pdf' || format === 'zip') return format;
  throw new TypeError('the input of the run has no valid format');
}

/** @returns whether the answers were already released, so that the run only has to create the file */
export function isReleasedIn(input: unknown): boolean {
  return isObject(input) && input.isReleased === true;
}

/** @returns the questions, and the id of the questionnaire that stores the answers, if any */
export function questionsIn(input: unknown): {
  readonly questions: readonly AskedQuestion[];
  readonly questionnaireId: string | undefined;
} {
  if (!isObject(input) || !Array.isArray(input.questions) || !input.questions.every(isAskedQuestion))
    throw new TypeError('the input of the run has no valid questions');
  return { questions: input.questions, questionnaireId: typeof input.questionnaireId === 'string' ? input.questionnaireId : undefined };
}

function isAskedQuestion(value: unknown): value is AskedQuestion {
  return isObject(value) && typeof value.question === 'string' && typeof value.questionIndex === 'number';
}
