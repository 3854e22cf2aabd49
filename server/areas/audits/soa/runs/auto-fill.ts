/** Fills in a document in the background, in batches of controls (soa, rules 8, 9 and 12). */
import type { Changes } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import { memberReader } from '#domain/access/audience/reader';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { findPassages } from '#domain/retrieval/passages';
import { RunFailed, type JobHandler } from '#platform/jobs/job-handlers';
import { type Author, authorOf } from '#platform/identity/author';
import { type FilledAnswer, listFilledSince, insertAnswer, listAnswers } from '../queries/answers.ts';
import { isFullyRemote } from '../queries/detail.ts';
import { findDocument, lockDocument, reopenDocument } from '../queries/documents.ts';
import { categoriesOf, findLinkedRisks, findReferences, listControlMaps } from '../queries/references.ts';
import { listVendorNames } from '../queries/vendors.ts';
import { listAdoptedNames } from '#domain/frameworks/adopted';
import { findFillable } from '../steps/fillable.ts';
import { toAnswerSource } from '#domain/retrieval/source';
import { type Advice, type ApplicabilityAdvisor } from '../rules/advisor.ts';
import { isFillable, wasAnsweredSince, type Overwrite } from '../rules/filling.ts';

/** The kinds of records to search, if the caller may read them. */
const searchedKinds = ['risk', 'context', 'manual_answer', 'knowledge_base_document'] as const;
/** The number of controls that are stored together. */
const batchSize = 10;

/** @param advisor makes the decisions; a control that it cannot judge does not stop the others */
export function fillDocumentWith(advisor: ApplicabilityAdvisor): JobHandler {
  return async ({ input, actor, startedAt, read, step }) => {
    if (!isInput(input)) throw new Error('the run was not started with the input of autoFillSoa');
    const { documentId, overwrite } = input;
    const {
      total,
      open: openQuestions,
      facts,
      referencesOf,
      risksOf,
    } = await read(async (db) => {
      const document = await findDocument(db, documentId);
      if (!document) throw documentDeleted();
      const maps = await listControlMaps(db, document.frameworkId);
      return {
        ...(await findFillable(db, document, overwrite, startedAt)),
        facts: {
          fullyRemote: await isFullyRemote(db),
          frameworks: await listAdoptedNames(db),
          vendors: mayRead(actor, 'vendor') ? await listVendorNames(db) : [],
        },
        referencesOf: await findReferences(db, maps, actor),
        risksOf: await findLinkedRisks(db, maps, actor),
      };
    });
    const failures: { questionId: string; error: string }[] = [];
    for (let offset = 0; offset < openQuestions.length; offset += batchSize) {
      const questions = openQuestions.slice(offset, offset + batchSize);
      const questionsWithFindings = await read((db) =>
        Promise.all(
          questions.map(async (question) => ({
            question,
            findings: {
              ...referencesOf(question.id),
              risks: risksOf(question.id),
              passages: await findPassagesAbout(db, actor, `${question.columnMapping.title} ${question.text}`),
            },
          })),
        ),
      );
      const advisedQuestions: AdvisedQuestion[] = [];
      for (const { question, findings } of questionsWithFindings) {
        const advice = await advisor.advise(question, findings, facts).catch(() => undefined);
        if (advice) advisedQuestions.push({ questionId: question.id, advice });
        else failures.push({ questionId: question.id, error: 'The control could not be judged' });
      }
      await step((db) => fillIn(db, documentId, advisedQuestions, { overwrite, startedAt, by: authorOf(actor) }), {
        done: total - openQuestions.length + offset + questions.length,
        total,
      });
    }
    return step(async (db, audit) => {
      const filledAnswers = await listFilledSince(db, documentId, startedAt);
      if (filledAnswers.length)
        audit.performed('Filled in the statement of applicability', { entityId: documentId, changes: changesOf(filledAnswers) });
      const insufficient = filledAnswers.filter(({ needsReview }) => needsReview).length;
      return { documentId, total, answered: filledAnswers.length, insufficient, failures };
    });
  };
}

/** @returns passages from the organization's records about these words, best first, and the categories of risks among them */
async function findPassagesAbout(db: OrganizationDatabase, reader: Reader, words: string) {
  const passages = await findPassages(db, words, memberReader(reader), { limit: 8, sources: searchedKinds });
  const categories = await categoriesOf(
    db,
    passages.flatMap(({ sourceType, sourceId }) => (sourceType === 'risk' ? sourceId : [])),
  );
  return passages.map((passage) => ({ ...passage, category: categories.get(passage.sourceId) }));
}

interface AdvisedQuestion {
  readonly questionId: string;
  readonly advice: Advice;
}

interface FillOptions {
  readonly overwrite: Overwrite;
  readonly startedAt: string;
  readonly by: Author;
}

async function fillIn(
  db: OrganizationDatabase,
  documentId: string,
  advisedQuestions: readonly AdvisedQuestion[],
  { overwrite, startedAt, by }: FillOptions,
): Promise<void> {
  const document = await lockDocument(db, documentId);
  if (!document) throw documentDeleted();
  if (document.approvalStatus === 'pending') throw new RunFailed('The document was submitted for approval');
  const answers = new Map((await listAnswers(db, documentId)).map((answer) => [answer.questionId, answer]));
  const questionsToFill = advisedQuestions.filter(
    ({ questionId }) => isFillable(answers.get(questionId), overwrite) && !wasAnsweredSince(answers.get(questionId), startedAt),
  );
  for (const {
    questionId,
    advice: { isApplicable, justification: text, reasons, sources, draftedByModel = false },
  } of questionsToFill) {
    const justification = text?.trim() || null;
    await insertAnswer(db, answers.get(questionId), {
      documentId,
      questionId,
      // An exclusion without a justification is not a decision (soa, rule 3).
      isApplicable: isApplicable || justification !== null ? isApplicable : null,
      justification,
      reasons: justification === null ? [] : [...reasons],
      needsReview: justification === null,
      manualStatus: answers.get(questionId)?.manualStatus ?? null,
      status: 'generated',
      sources: justification === null ? [] : sources.map(toAnswerSource),
      draftedByModel: justification !== null && draftedByModel,
      by,
    });
  }
  if (questionsToFill.length) await reopenDocument(db, documentId);
}

/** Returns all decisions, including unchanged ones. */
function changesOf(filledAnswers: readonly FilledAnswer[]): Changes {
  return Object.fromEntries(
    filledAnswers.map(({ questionId, isApplicable, previousDecision }) => [
      questionId,
      { previous: previousDecision, current: isApplicable },
    ]),
  );
}

const documentDeleted = () => new RunFailed('The document no longer exists');

function isInput(input: unknown): input is { readonly documentId: string; readonly overwrite: Overwrite } {
  return (
    typeof input === 'object' &&
    input !== null &&
    'documentId' in input &&
    typeof input.documentId === 'string' &&
    'overwrite' in input &&
    (input.overwrite === 'unanswered' || input.overwrite === 'generated' || input.overwrite === 'all')
  );
}
