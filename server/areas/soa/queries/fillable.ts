/** Which controls of a document are left to be filled in (spec/areas/soa, rules 8 and 9). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { isFillable, wasAnsweredSince, type Overwrite } from '../rules/filling.ts';
import type { StoredAnswer } from '../rules/references.ts';
import { listAnswers } from './answers.ts';
import { configurationOf } from './configurations.ts';

type Schemas = components['schemas'];

/** @param since start of the run: what an earlier attempt has filled in is counted in the total, what was saved by hand is not */
export async function findFillable(
  db: OrganizationDatabase,
  document: Schemas['SoaDocument'],
  overwrite: Overwrite,
  since: string | undefined,
): Promise<{ total: number; open: Schemas['SoaQuestion'][] }> {
  const [{ questions }, answers] = await Promise.all([configurationOf(db, document), listAnswers(db, document.id)]);
  const known = new Map(answers.map((answer) => [answer.questionId, answer]));
  const isNew = (answer: StoredAnswer | undefined) => since !== undefined && wasAnsweredSince(answer, since);
  const open = questions.filter(({ id }) => !isNew(known.get(id)) && isFillable(known.get(id), overwrite));
  const filled = answers.filter((answer) => isNew(answer) && answer.status === 'generated');
  return { total: open.length + filled.length, open };
}
