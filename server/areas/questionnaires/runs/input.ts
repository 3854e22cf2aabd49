/** What the runs of this area are given, proven. */
import { isObject } from '../../../platform/json-object.ts';
import type { Asked } from '../queries/answering.ts';
import type { ExportFormat } from '../documents/export/names.ts';

export function questionnaireIn(input: unknown): string {
  if (isObject(input) && typeof input.questionnaireId === 'string') return input.questionnaireId;
  throw new TypeError('the run names no questionnaire');
}

export function isToBeAnswered(input: unknown): boolean {
  return isObject(input) && input.autoAnswer === true;
}

export function formatIn(input: unknown): ExportFormat {
  const format = isObject(input) ? input.format : undefined;
  if (format === 'xlsx' || format === 'csv' || format === 'pdf' || format === 'zip') return format;
  throw new TypeError('the run names no format');
}

/** @returns the questions, and the questionnaire that their answers are stored in, if any */
export function questionsIn(input: unknown): { readonly questions: readonly Asked[]; readonly questionnaireId: string | undefined } {
  if (!isObject(input) || !Array.isArray(input.questions) || !input.questions.every(isAsked))
    throw new TypeError('the run has no questions');
  return { questions: input.questions, questionnaireId: typeof input.questionnaireId === 'string' ? input.questionnaireId : undefined };
}

function isAsked(value: unknown): value is Asked {
  return isObject(value) && typeof value.question === 'string' && typeof value.questionIndex === 'number';
}
