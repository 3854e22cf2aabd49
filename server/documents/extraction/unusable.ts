import { refusal } from '../../platform/refusals/refusal.ts';

/** Most bytes that an archive may have when it is unpacked. */
export const maxUnpacked = 512 * 1024 * 1024;
/** Most questions that are taken from one file. */
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

/** Why nothing can be taken from a file, with the answer to whoever sent it. */
export class Unusable extends Error {
  readonly code: UnusableCode;
  constructor(code: UnusableCode) {
    super(refusals[code].body.error);
    this.code = code;
  }
  get refusal() {
    return refusals[this.code];
  }
}

/** @param code as a worker sends it */
export function isUnusableCode(code: unknown): code is UnusableCode {
  return typeof code === 'string' && Object.hasOwn(refusals, code);
}

export const broken = () => new Unusable('file_unreadable');
export const locked = () => new Unusable('file_protected');
export const withoutText = () => new Unusable('file_without_text');
export const tooMuchText = () => new Unusable('file_text_too_long');
