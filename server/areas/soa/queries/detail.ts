/** A document with what is asked and what was answered. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { listAnswers } from './answers.ts';
import { findReferencesOf } from './references.ts';
import { type DocumentWithReferences, withReferences } from '../rules/references.ts';
import { configurationOf } from './configurations.ts';
import { defaultAnswers } from '../rules/defaults.ts';

type Schemas = components['schemas'];

/** Answers come in the order of the questions. */
export async function detailOf(db: OrganizationDatabase, document: Schemas['SoaDocument']): Promise<DocumentWithReferences> {
  const [configuration, found, remote, referencesOf] = await Promise.all([
    configurationOf(db, document),
    listAnswers(db, document.id),
    isFullyRemote(db),
    findReferencesOf(db, document.frameworkId),
  ]);
  const byQuestion = new Map(found.map((answer) => [answer.questionId, answer]));
  return {
    ...document,
    configuration,
    answers: configuration.questions.flatMap(({ id }) => {
      const answer = byQuestion.get(id);
      return answer ? [withReferences(answer, referencesOf(id))] : [];
    }),
    defaultAnswers: defaultAnswers(configuration.questions, remote, new Set(byQuestion.keys())),
  };
}

/** Whether the organization says of itself that all of its people work remotely (spec/areas/soa, rule 7). */
export async function isFullyRemote(db: OrganizationDatabase): Promise<boolean> {
  const answer = await db
    .selectFrom('context_entry')
    .select('id')
    .where('question', 'ilike', '%How does your team work%')
    .where(sql<boolean>`answer ~* 'fully[ -]remote'`, '=', true)
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}
