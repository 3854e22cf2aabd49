/** Files of questionnaires: which are taken, and where they are kept (areas/questionnaires, rule 1). */
import { randomBytes } from 'node:crypto';
import type { OrganizationContext } from '../../context.ts';
import { refusal } from '../../contract/errors.ts';
import { refuseHuge } from '../../extraction/archive.ts';
import { type FileKind, kindOf, successorOf } from '../../extraction/kinds.ts';
import { Unusable } from '../../extraction/unusable.ts';
import { type FileInput, isReceived, receiveFile, type ReceivedFile } from '../../files/receive.ts';
import { mediaTypeOf } from '../../files/refused.ts';
import { safeName } from '../../outside/files.ts';
import { unusable } from './refusals.ts';

export interface QuestionnaireFile extends ReceivedFile { readonly kind: FileKind }

/** Those of the interface specification, 4.6. Of texts only plain ones. */
export function isGiven(type: string): boolean {
  const kind = kindOf(type);
  return kind === 'pdf' || kind === 'image' || type === 'text/csv' || type === 'text/comma-separated-values' || type === 'text/plain'
    || type === 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
}

/** @param given whether only the given kinds are taken @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function receiveQuestionnaire(context: Pick<OrganizationContext, 'db' | 'outside'>, input: FileInput, given = false) {
  const type = mediaTypeOf(input.fileType);
  const kind = kindOf(type);
  const successor = successorOf(type);
  if (successor) return refusal(415, `Save the file as ${successor} and send that`);
  if (!kind || (given && !isGiven(type))) return refusal(415, `Questionnaires are read from PDF, images, XLSX, ${given ? 'CSV and TXT' : 'XLSM, DOCX, CSV and text'}`);
  const file = await receiveFile(context, input, { purpose: 'questionnaire' });
  if (!isReceived(file)) return file;
  if (file.bytes.length === 0) return refusal(422, 'The file holds no text');
  try {
    if (kind === 'xlsx' || kind === 'docx') refuseHuge(file.bytes);
  } catch (error) {
    if (error instanceof Unusable) return unusable(error);
    throw error;
  }
  return { ...file, kind };
}

export function isTaken(answer: Awaited<ReturnType<typeof receiveQuestionnaire>>): answer is QuestionnaireFile {
  return 'kind' in answer;
}

export function uploadKey(organizationId: string, fileName: string): string {
  return `${organizationId}/questionnaire-uploads/${Date.now()}-${randomBytes(16).toString('hex')}-${safeName(fileName)}`;
}

/** The same for each attempt of a run, so that none leaves a file behind. */
export function exportKey(organizationId: string, runId: string, fileName: string): string {
  return `${organizationId}/questionnaire-exports/${runId}-${safeName(fileName)}`;
}
