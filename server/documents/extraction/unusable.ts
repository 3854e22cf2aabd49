/** Errors and limits for files from which no text can be extracted. */
import { refusal } from '#platform/refusals/refusal';

/** Maximum unpacked size of an archive, in bytes. */
export const maxUnpacked = 512 * 1024 * 1024;
/** Maximum number of questions extracted from one file. */
export const maxQuestions = 2000;

const refusals = {
  file_unreadable: refusal('file_unreadable'),
  file_protected: refusal('file_protected'),
  file_without_text: refusal('file_without_text'),
  file_text_too_long: refusal('file_text_too_long'),
  file_without_questions: refusal('file_without_questions'),
  too_many_questions: refusal('too_many_questions', { limit: maxQuestions }),
  file_too_large_unpacked: refusal('file_too_large_unpacked', { limit: maxUnpacked }),
};
export type UnusableCode = keyof typeof refusals;

/** The error for a file without usable content, with the refusal for the client. */
export class UnusableFile extends Error {
  readonly code: UnusableCode;
  constructor(code: UnusableCode) {
    super(refusals[code].body.error);
    this.code = code;
  }
  get refusal() {
    return refusals[this.code];
  }
}

/** @param code a value that was received from a worker */
export function isUnusableCode(code: unknown): code is UnusableCode {
  return typeof code === 'string' && Object.hasOwn(refusals, code);
}

export const fileUnreadable = () => new UnusableFile('file_unreadable');
export const fileProtected = () => new UnusableFile('file_protected');
export const fileWithoutText = () => new UnusableFile('file_without_text');
export const fileTextTooLong = () => new UnusableFile('file_text_too_long');
