/** Default answers, which apply until a question is answered (soa, rule 7). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** Returns whether a control is physical, as all controls of A.7 are. @param control number of the control, such as `A.7.4` */
export function isPhysical(control: string): boolean {
  return control.startsWith('A.7.');
}

/** The default justification for excluding the physical controls of a fully remote organization (soa, rule 7). */
export const remoteJustification = 'The organization works fully remotely and has no premises of its own to protect.';

/**
 * Returns the default answers: a fully remote organization excludes the physical controls that have no answer yet (soa, rule 7).
 * @param isRemote whether the organization is fully remote
 * @param answeredIds ids of the questions that have answers
 */
export function defaultAnswers(
  questions: readonly Schemas['SoaQuestion'][],
  isRemote: boolean,
  answeredIds: ReadonlySet<string>,
): Schemas['SoaDefaultAnswer'][] {
  const excludedQuestions = isRemote ? questions.filter(({ id }) => isPhysical(id) && !answeredIds.has(id)) : [];
  return excludedQuestions.map(({ id }) => ({ questionId: id, isApplicable: false, justification: remoteJustification }));
}
