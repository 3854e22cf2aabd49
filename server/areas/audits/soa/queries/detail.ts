/** Reads documents with their questions and answers. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { listAnswers } from './answers.ts';
import { findReferencesOfFramework } from './references.ts';
import { type DocumentWithReferences, withReferences } from '../rules/references.ts';
import { findConfigurationOfDocument } from './configurations.ts';
import { defaultAnswers } from '../rules/defaults.ts';

type Schemas = components['schemas'];

/** Returns the document with its answers in the order of the questions. @param reader limits the referenced policies */
export async function findDetail(
  db: OrganizationDatabase,
  document: Schemas['SoaDocument'],
  reader: Reader,
): Promise<DocumentWithReferences> {
  const [configuration, latestAnswers, isRemote, referencesOf] = await Promise.all([
    findConfigurationOfDocument(db, document),
    listAnswers(db, document.id),
    isFullyRemote(db),
    findReferencesOfFramework(db, document.frameworkId, reader),
  ]);
  const answersByQuestion = new Map(latestAnswers.map((answer) => [answer.questionId, answer]));
  return {
    ...document,
    configuration,
    answers: configuration.questions.flatMap(({ id }) => {
      const answer = answersByQuestion.get(id);
      return answer ? [withReferences(answer, referencesOf(id))] : [];
    }),
    defaultAnswers: defaultAnswers(configuration.questions, isRemote, new Set(answersByQuestion.keys())),
  };
}

/** Returns whether the organization's context says that everybody works remotely (soa, rule 7). */
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
