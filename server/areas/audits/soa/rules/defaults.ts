/** Default answers, which apply until a question is answered (soa, rule 7). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** Whether a control is physical: all of A.7. @param control such as `A.7.4` */
export function isPhysical(control: string): boolean {
  return control.startsWith('A.7.');
}

/** The default reason why physical controls do not apply to a fully remote organization (soa, rule 7). */
export const remoteJustification = 'The organization works fully remotely and has no premises of its own to protect.';

/**
 * The answers to questions that have none yet (soa, rule 7).
 * @param isRemote whether the organization is fully remote
 * @param answered ids of questions
 */
export function defaultAnswers(
  questions: readonly Schemas['SoaQuestion'][],
  isRemote: boolean,
  answered: ReadonlySet<string>,
): Schemas['SoaDefaultAnswer'][] {
  const unanswered = isRemote ? questions.filter(({ id }) => isPhysical(id) && !answered.has(id)) : [];
  return unanswered.map(({ id }) => ({ questionId: id, isApplicable: false, justification: remoteJustification }));
}
