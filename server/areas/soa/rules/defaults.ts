/** Answers that hold until somebody gives another (spec/areas/soa, rule 7). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** Whether a control is about places and things: all of A.7. @param control such as `A.7.4` */
export function isPhysical(control: string): boolean {
  return control.startsWith('A.7.');
}

/** The default reason why physical controls do not apply to a fully remote organization (spec/areas/soa, rule 7). */
export const remoteSentence = 'The organization works fully remotely and has no premises of its own to protect.';

/**
 * What holds for questions that have no answer yet (spec/areas/soa, rule 7).
 * @param remote whether the organization is fully remote @param answered ids of questions
 */
export function defaultAnswers(
  questions: readonly Schemas['SoaQuestion'][],
  remote: boolean,
  answered: ReadonlySet<string>,
): Schemas['SoaDefaultAnswer'][] {
  const open = remote ? questions.filter(({ id }) => isPhysical(id) && !answered.has(id)) : [];
  return open.map(({ id }) => ({ questionId: id, isApplicable: false, justification: remoteSentence }));
}
