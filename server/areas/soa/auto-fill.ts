/** Filling in a document in the background: what is in scope, and the work itself, control by control (areas/soa, rules 8, 9 and 12). */
import type { components } from '../../../generated/api.d.ts';
import type { Changes } from '../../contract/changes.ts';
import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPassages } from '../../retrieval/passages.ts';
import { startRun } from '../../runs/start.ts';
import { RunFailed, type Work } from '../../runs/works.ts';
import { type Advice, type ApplicabilityAdvisor, sourceOf } from './advisor.ts';
import { findAnswer, insertAnswer, listAnswers } from './answers.ts';
import { configurationOf } from './configurations.ts';
import { isFullyRemote } from './detail.ts';
import { findDocument, holdDocument, reopenDocument } from './documents.ts';
import { familySentence } from './families.ts';
import { documentNotFound, documentPending } from './refusals.ts';

type Schemas = components['schemas'];
type Overwrite = NonNullable<Schemas['SoaAutoFill']['overwrite']>;
type Answer = Schemas['SoaAnswer'];
type Question = Schemas['SoaQuestion'];

export const autoFill: Pick<Handlers<'soa'>, 'autoFillSoa'> = {
  async autoFillSoa({ path: { documentId }, body: { overwrite = 'unanswered' }, actor, db, audit }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.approvalStatus === 'pending') return documentPending();
    const { length: total } = await inScope(db, document, overwrite, undefined);
    const run = await startRun(db, actor, { kind: 'auto_fill_soa', subject: documentId, input: { documentId, overwrite }, total, result: { documentId } });
    if (!run) return refusal(409, 'The document is being filled in already');
    audit({ description: 'Started filling in the statement of applicability' });
    return { status: 202, headers: { Location: `/v1/runs/${run.id}` }, body: run };
  },
};

/** @param advisor decides; a control that it cannot judge does not stop the others */
export function fillWith(advisor: ApplicabilityAdvisor): Work {
  return async ({ input, actor, startedAt, read, step }) => {
    if (!isInput(input)) throw new Error('not what autoFillSoa starts a run with');
    const { documentId, overwrite } = input;
    const { questions, fullyRemote } = await read(async (db) => {
      const document = await findDocument(db, documentId);
      if (!document) throw gone();
      return { questions: await inScope(db, document, overwrite, startedAt), fullyRemote: await isFullyRemote(db) };
    });
    const failed: { questionId: string; error: string }[] = [];
    for (const [index, question] of questions.entries()) {
      const passages = await read((db) => findPassages(db, `${question.columnMapping.title} ${question.text}`, { limit: 5, sources: ['risk', 'control'] }));
      const advice = await advisor.advise(question, passages, { fullyRemote }).catch(() => undefined);
      if (!advice) failed.push({ questionId: question.id, error: 'The control could not be judged' });
      await step(async (db) => {
        if (advice) await fillIn(db, documentId, question.id, advice, { overwrite, startedAt, by: actor.user?.id });
      }, { done: index + 1, total: questions.length });
    }
    return step(async (db, audit) => {
      const filled = await filledSince(db, documentId, startedAt);
      if (filled.length) audit({ description: 'Filled in the statement of applicability', entityId: documentId, changes: changesOf(filled) });
      const insufficient = filled.filter(({ isApplicable, sources }) => isApplicable === true && sources === null).length;
      return { documentId, total: questions.length, answered: filled.length, insufficient, failed };
    });
  };
}

interface Filling {
  readonly overwrite: Overwrite;
  readonly startedAt: string;
  readonly by: string | undefined;
}

async function fillIn(db: OrganizationDatabase, documentId: string, questionId: string, advice: Advice, { overwrite, startedAt, by }: Filling): Promise<void> {
  const document = await holdDocument(db, documentId);
  if (!document) throw gone();
  if (document.approvalStatus === 'pending') throw new RunFailed('The document was submitted for approval');
  const previous = await findAnswer(db, documentId, questionId);
  if (!isFillable(previous, overwrite) || isSince(previous, startedAt)) return;
  await insertAnswer(db, previous, {
    documentId, questionId, isApplicable: advice.isApplicable, justification: advice.justification?.trim() || familySentence(questionId), status: 'generated', sources: advice.sources.map(sourceOf), by,
  });
  await reopenDocument(db, documentId);
}

/** Which controls are to be filled in. @param since start of the run: what it has filled in in an earlier attempt counts, what was saved by hand does not */
async function inScope(db: OrganizationDatabase, document: Schemas['SoaDocument'], overwrite: Overwrite, since: string | undefined): Promise<Question[]> {
  const [{ questions }, answers] = await Promise.all([configurationOf(db, document), listAnswers(db, document.id)]);
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.filter(({ id }) => {
    const answer = byQuestion.get(id);
    return since !== undefined && isSince(answer, since) ? answer?.status === 'generated' : isFillable(answer, overwrite);
  });
}

function isFillable(answer: Answer | undefined, overwrite: Overwrite): boolean {
  if (overwrite === 'all' || !answer || answer.isApplicable === null) return true;
  return overwrite === 'generated' && answer.status === 'generated';
}

/** Filled in by this run, or saved by hand meanwhile: either way it is left as it is. */
function isSince(answer: Answer | undefined, startedAt: string): boolean {
  return answer !== undefined && answer.createdAt >= startedAt;
}

interface Filled {
  readonly questionId: string;
  readonly isApplicable: boolean | null;
  readonly sources: unknown;
  readonly before: boolean | null;
}

/** What a run has filled in, in all of its attempts, with the decisions there were before. */
function filledSince(db: OrganizationDatabase, documentId: string, startedAt: string): Promise<Filled[]> {
  return db.selectFrom('soa_answer as a')
    .leftJoin('soa_answer as b', (join) => join.onRef('b.document_id', '=', 'a.document_id').onRef('b.question_id', '=', 'a.question_id').on(({ eb, ref }) => eb('b.answer_version', '=', eb(ref('a.answer_version'), '-', 1))))
    .select(['a.question_id as questionId', 'a.is_applicable as isApplicable', 'a.sources', 'b.is_applicable as before'])
    .where('a.document_id', '=', documentId).where('a.generated_at', '>=', startedAt).where('a.status', '=', 'generated').orderBy('a.created_at').execute();
}

function changesOf(filled: readonly Filled[]): Changes {
  return Object.fromEntries(filled.map(({ questionId, isApplicable, before }) => [questionId, { previous: before, current: isApplicable }]));
}

const gone = () => new RunFailed('The document is no longer there');

function isInput(input: unknown): input is { readonly documentId: string; readonly overwrite: Overwrite } {
  return typeof input === 'object' && input !== null && 'documentId' in input && typeof input.documentId === 'string'
    && 'overwrite' in input && (input.overwrite === 'unanswered' || input.overwrite === 'generated' || input.overwrite === 'all');
}
