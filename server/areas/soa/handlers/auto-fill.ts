/** Filling in a document in the background: what is in scope, and the work itself, control by control (spec/areas/soa, rules 8, 9 and 12). */
import type { components } from '../../../../generated/api.d.ts';
import type { Changes } from '../../../platform/audit/changes.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findPassages } from '../../../domain/retrieval/passages.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { RunFailed, type JobHandler } from '../../../platform/jobs/job-handlers.ts';
import { type Advice, type ApplicabilityAdvisor, sourceOf } from '../rules/advisor.ts';
import { insertAnswer, listAnswers } from '../queries/answers.ts';
import { configurationOf } from '../queries/configurations.ts';
import { isFullyRemote } from '../queries/detail.ts';
import { findDocument, lockDocument, reopenDocument } from '../queries/documents.ts';
import { familySentence } from '../rules/families.ts';
import { documentNotFound, documentPending } from '../refusals.ts';

type Schemas = components['schemas'];
type Overwrite = NonNullable<Schemas['SoaAutoFill']['overwrite']>;
type Answer = Schemas['SoaAnswer'];
type Question = Schemas['SoaQuestion'];

export const autoFill: Pick<Handlers<'soa'>, 'autoFillSoa'> = {
  async autoFillSoa({ path: { documentId }, body: { overwrite = 'unanswered' }, actor, db, audit }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.approvalStatus === 'pending') return documentPending();
    const { total } = await inScope(db, document, overwrite, undefined);
    const run = await startRun(db, actor, {
      kind: 'auto_fill_soa',
      subject: documentId,
      input: { documentId, overwrite },
      total,
      result: { documentId },
    });
    if (!run) return refusal(409, 'The document is being filled in already');
    audit({ description: 'Started filling in the statement of applicability' });
    return { status: 202, headers: { Location: `/v1/runs/${run.id}` }, body: run };
  },
};

/** Controls that are stored together. */
const batch = 10;

/** @param advisor decides; a control that it cannot judge does not stop the others */
export function fillWith(advisor: ApplicabilityAdvisor): JobHandler {
  return async ({ input, actor, startedAt, read, step }) => {
    if (!isInput(input)) throw new Error('not what autoFillSoa starts a run with');
    const { documentId, overwrite } = input;
    const { total, open, fullyRemote } = await read(async (db) => {
      const document = await findDocument(db, documentId);
      if (!document) throw gone();
      return { ...(await inScope(db, document, overwrite, startedAt)), fullyRemote: await isFullyRemote(db) };
    });
    const failed: { questionId: string; error: string }[] = [];
    for (let at = 0; at < open.length; at += batch) {
      const some = open.slice(at, at + batch);
      const found = await read((db) =>
        Promise.all(
          some.map(async (question) => ({
            question,
            passages: await findPassages(db, `${question.columnMapping.title} ${question.text}`, {
              limit: 5,
              sources: ['risk', 'control'],
            }),
          })),
        ),
      );
      const advised: Advised[] = [];
      for (const { question, passages } of found) {
        const advice = await advisor.advise(question, passages, { fullyRemote }).catch(() => undefined);
        if (advice) advised.push({ questionId: question.id, advice });
        else failed.push({ questionId: question.id, error: 'The control could not be judged' });
      }
      await step((db) => fillIn(db, documentId, advised, { overwrite, startedAt, by: actor.user?.id }), {
        done: total - open.length + at + some.length,
        total,
      });
    }
    return step(async (db, audit) => {
      const filled = await filledSince(db, documentId, startedAt);
      if (filled.length)
        audit({ description: 'Filled in the statement of applicability', entityId: documentId, changes: changesOf(filled) });
      const insufficient = filled.filter(({ isApplicable, sources }) => isApplicable === true && sources === null).length;
      return { documentId, total, answered: filled.length, insufficient, failed };
    });
  };
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
  const answers = byQuestion(await listAnswers(db, documentId));
  const fillable = advised.filter(
    ({ questionId }) => isFillable(answers.get(questionId), overwrite) && !isSince(answers.get(questionId), startedAt),
  );
  for (const {
    questionId,
    advice: { isApplicable, justification, sources },
  } of fillable) {
    await insertAnswer(db, answers.get(questionId), {
      documentId,
      questionId,
      isApplicable,
      justification: justification?.trim() || familySentence(questionId),
      status: 'generated',
      sources: sources.map(sourceOf),
      by,
    });
  }
  if (fillable.length) await reopenDocument(db, documentId);
}

/**
 * Which controls are to be filled in.
 * @param since start of the run: what an earlier attempt has filled in is counted in the total, what was saved by hand is not
 */
async function inScope(
  db: OrganizationDatabase,
  document: Schemas['SoaDocument'],
  overwrite: Overwrite,
  since: string | undefined,
): Promise<{ total: number; open: Question[] }> {
  const [{ questions }, answers] = await Promise.all([configurationOf(db, document), listAnswers(db, document.id)]);
  const known = byQuestion(answers);
  const isNew = (answer: Answer | undefined) => since !== undefined && isSince(answer, since);
  const open = questions.filter(({ id }) => !isNew(known.get(id)) && isFillable(known.get(id), overwrite));
  const filled = answers.filter((answer) => isNew(answer) && answer.status === 'generated');
  return { total: open.length + filled.length, open };
}

function byQuestion(answers: readonly Answer[]): Map<string, Answer> {
  return new Map(answers.map((answer) => [answer.questionId, answer]));
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
  return db
    .selectFrom('soa_answer as a')
    .leftJoin('soa_answer as b', (join) =>
      join
        .onRef('b.document_id', '=', 'a.document_id')
        .onRef('b.question_id', '=', 'a.question_id')
        .on(({ eb, ref }) => eb('b.answer_version', '=', eb(ref('a.answer_version'), '-', 1))),
    )
    .select(['a.question_id as questionId', 'a.is_applicable as isApplicable', 'a.sources', 'b.is_applicable as before'])
    .where('a.document_id', '=', documentId)
    .where('a.generated_at', '>=', startedAt)
    .where('a.status', '=', 'generated')
    .orderBy('a.created_at')
    .execute();
}

function changesOf(filled: readonly Filled[]): Changes {
  return Object.fromEntries(
    filled.map(({ questionId, isApplicable, before }) => [questionId, { previous: before, current: isApplicable }]),
  );
}

const gone = () => new RunFailed('The document is no longer there');

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
