/** Filling in a document in the background, control by control (spec/areas/soa, rules 8, 9 and 12). */
import type { Changes } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findPassages } from '../../../domain/retrieval/passages.ts';
import { RunFailed, type JobHandler } from '../../../platform/jobs/job-handlers.ts';
import { type Filled, filledSince, insertAnswer, listAnswers } from '../queries/answers.ts';
import { isFullyRemote } from '../queries/detail.ts';
import { findDocument, lockDocument, reopenDocument } from '../queries/documents.ts';
import { categoriesOf, findLinkedRisks, findReferences, listMaps } from '../queries/references.ts';
import { listVendorNames } from '../queries/vendors.ts';
import { adoptedNames } from '../../../domain/frameworks/adopted.ts';
import { findFillable } from '../queries/fillable.ts';
import { sourceOf } from '../../../domain/retrieval/source.ts';
import { type Advice, type ApplicabilityAdvisor } from '../rules/advisor.ts';
import { isFillable, wasAnsweredSince, type Overwrite } from '../rules/filling.ts';

/** Controls that are stored together. */
const batch = 10;

/** @param advisor decides; a control that it cannot judge does not stop the others */
export function fillWith(advisor: ApplicabilityAdvisor): JobHandler {
  return async ({ input, actor, startedAt, read, step }) => {
    if (!isInput(input)) throw new Error('not what autoFillSoa starts a run with');
    const { documentId, overwrite } = input;
    const { total, open, facts, referencesOf, risksOf } = await read(async (db) => {
      const document = await findDocument(db, documentId);
      if (!document) throw gone();
      const maps = await listMaps(db, document.frameworkId);
      return {
        ...(await findFillable(db, document, overwrite, startedAt)),
        facts: { fullyRemote: await isFullyRemote(db), frameworks: await adoptedNames(db), vendors: await listVendorNames(db) },
        referencesOf: await findReferences(db, maps),
        risksOf: await findLinkedRisks(db, maps),
      };
    });
    const failures: { questionId: string; error: string }[] = [];
    for (let at = 0; at < open.length; at += batch) {
      const some = open.slice(at, at + batch);
      const found = await read((db) =>
        Promise.all(
          some.map(async (question) => ({
            question,
            findings: {
              ...referencesOf(question.id),
              risks: risksOf(question.id),
              passages: await passagesAbout(db, `${question.columnMapping.title} ${question.text}`),
            },
          })),
        ),
      );
      const advised: Advised[] = [];
      for (const { question, findings } of found) {
        const advice = await advisor.advise(question, findings, facts).catch(() => undefined);
        if (advice) advised.push({ questionId: question.id, advice });
        else failures.push({ questionId: question.id, error: 'The control could not be judged' });
      }
      await step((db) => fillIn(db, documentId, advised, { overwrite, startedAt, by: actor.user?.id }), {
        done: total - open.length + at + some.length,
        total,
      });
    }
    return step(async (db, audit) => {
      const filled = await filledSince(db, documentId, startedAt);
      if (filled.length) audit.did('Filled in the statement of applicability', { entityId: documentId, changes: changesOf(filled) });
      const insufficient = filled.filter(({ needsReview }) => needsReview).length;
      return { documentId, total, answered: filled.length, insufficient, failures };
    });
  };
}

/** @returns what the organization has written about it, best first, with the categories of risks */
async function passagesAbout(db: OrganizationDatabase, words: string) {
  const passages = await findPassages(db, words, { limit: 8, sources: ['risk', 'context', 'manual_answer', 'knowledge_base_document'] });
  const categories = await categoriesOf(
    db,
    passages.flatMap(({ sourceType, sourceId }) => (sourceType === 'risk' ? sourceId : [])),
  );
  return passages.map((passage) => ({ ...passage, category: categories.get(passage.sourceId) }));
}

interface Advised {
  readonly questionId: string;
  readonly advice: Advice;
}

interface Filling {
  readonly overwrite: Overwrite;
  readonly startedAt: string;
  readonly by: string | undefined;
}

async function fillIn(
  db: OrganizationDatabase,
  documentId: string,
  advised: readonly Advised[],
  { overwrite, startedAt, by }: Filling,
): Promise<void> {
  const document = await lockDocument(db, documentId);
  if (!document) throw gone();
  if (document.approvalStatus === 'pending') throw new RunFailed('The document was submitted for approval');
  const answers = new Map((await listAnswers(db, documentId)).map((answer) => [answer.questionId, answer]));
  const fillable = advised.filter(
    ({ questionId }) => isFillable(answers.get(questionId), overwrite) && !wasAnsweredSince(answers.get(questionId), startedAt),
  );
  for (const {
    questionId,
    advice: { isApplicable, justification: given, reasons, sources, draftedByModel = false },
  } of fillable) {
    const justification = given?.trim() || null;
    await insertAnswer(db, answers.get(questionId), {
      documentId,
      questionId,
      // What is left out without a justification is not decided (spec/areas/soa, rule 3).
      isApplicable: isApplicable || justification !== null ? isApplicable : null,
      justification,
      reasons: justification === null ? [] : [...reasons],
      needsReview: justification === null,
      manualStatus: answers.get(questionId)?.manualStatus ?? null,
      status: 'generated',
      sources: justification === null ? [] : sources.map(sourceOf),
      draftedByModel: justification !== null && draftedByModel,
      by,
    });
  }
  if (fillable.length) await reopenDocument(db, documentId);
}

/** Each decision, also where it is the one of before. */
function changesOf(filled: readonly Filled[]): Changes {
  return Object.fromEntries(
    filled.map(({ questionId, isApplicable, before }) => [questionId, { previous: before, current: isApplicable }]),
  );
}

const gone = () => new RunFailed('The document no longer exists');

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
