/** Answers a questionnaire and exports it as a file, in a run. */
import { memberReader, readerOf } from '#domain/access/audience/reader';
import { findOrganization } from '#domain/people/organization/own';
import { exportFolder } from '#domain/questionnaires/files';
import { parseReleasedFile, applyReleasedAnswers } from '#domain/questionnaires/visitors/answers';
import { notifyReviewers } from '#domain/questionnaires/visitors/notify-reviewers';
import { mailRelease } from '#domain/questionnaires/visitors/recipient';
import { findReleased, finishAnswers } from '#domain/questionnaires/visitors/states';
import { changesOnCreate } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Attempt, JobHandler } from '#platform/jobs/job-handlers';
import { storeRunFile } from '#platform/jobs/store';
import { toExportContent } from '../documents/export/content.ts';
import { exportName, mediaTypes } from '../documents/export/names.ts';
import { openUploadedWorkbook } from '../documents/export/original.ts';
import { render } from '../documents/export/render.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { findQuestionnaire, findQuestionnaireRow, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { answerOpenQuestions } from './answer-questionnaire.ts';
import { formatIn, isReleasedIn, questionnaireIdIn } from './input.ts';
import { questionnaireDeleted, parse } from './parse.ts';

/** Seconds until the link to the finished file expires (spec/conventions, 9). */
const expiresIn = 3600;

export function answerAndExportWith(generator: AnswerGenerator): JobHandler {
  return async (run) => {
    const questionnaireId = questionnaireIdIn(run.input);
    if (isReleasedIn(run.input)) return exportAnswers(run, questionnaireId);
    await parse(run, questionnaireId, false);
    const { totalQuestions } = await answerOpenQuestions(run, questionnaireId, generator);
    if (run.actor.credential === 'grant' && !(await finishForVisitor(run, questionnaireId)))
      return { questionnaireId, questionCount: totalQuestions };
    return exportAnswers(run, questionnaireId);
  };
}

/** @returns whether the visitor gets the answers at once. Otherwise members who may release them are notified. */
function finishForVisitor(run: Attempt, questionnaireId: string): Promise<boolean> {
  return run.step(async (db) => {
    const result = await finishAnswers(db, { questionnaireId, grantId: run.actor.id, runId: run.id });
    if (result.isNew) await notifyReviewers(db, run.ports, questionnaireId);
    return result.isReleased;
  });
}

async function exportAnswers(run: Attempt, questionnaireId: string) {
  const {
    ports: { files },
    signal,
    actor,
  } = run;
  const format = formatIn(run.input);
  const [questionnaire, questionnaireRow, { name }] = await run.read((db) =>
    Promise.all([findExportable(db, run, questionnaireId), findQuestionnaireRow(db, questionnaireId), findOrganization(db)]),
  );
  if (!questionnaire) throw questionnaireDeleted();
  const content = toExportContent(questionnaire, name, new Date());
  const fileName = exportName(content.title, format);
  const bytes = await render(actor.organizationId, content, format, openUploadedWorkbook(files, questionnaireRow, format), { signal });
  const { key } = await storeRunFile(run, bytes, exportFolder, fileName, async (db, audit, exportKey) => {
    // An earlier attempt may have stored the archive and mailed the visitor already.
    const previous = await lockQuestionnaire(db, questionnaireId);
    await updateQuestionnaire(db, questionnaireId, { exportKey });
    if (isReleasedIn(run.input) && previous?.export_key === null) await mailRelease({ db, ports: run.ports }, questionnaireId);
    audit.performed('Exported questionnaire', { entityId: questionnaireId, changes: changesOnCreate({ format }) });
  });
  const questionCount = questionnaire.questions.length;
  // Visitors get short-lived download links on request, while their access is active.
  if (actor.credential === 'grant') return { questionnaireId, questionCount };
  return {
    questionnaireId,
    questionCount,
    fileName,
    downloadUrl: files.link(key, expiresIn, { name: fileName, type: mediaTypes[format] }),
    expiresAt: new Date(Date.now() + expiresIn * 1000).toISOString(),
  };
}

/** Finds the questionnaire to export. Visitors get the answers and sources as they were released, without later changes. */
async function findExportable(db: OrganizationDatabase, { actor }: Attempt, questionnaireId: string) {
  if (actor.credential !== 'grant') return findQuestionnaire(db, questionnaireId, memberReader(actor));
  const current = await findQuestionnaire(db, questionnaireId, await readerOf(db, actor));
  const releasedFile = await findReleased(db, questionnaireId);
  if (!current || releasedFile === undefined) return undefined;
  return {
    ...current,
    ...parseReleasedFile(releasedFile),
    questions: applyReleasedAnswers(releasedFile, current.questions, ({ id }) => id),
  };
}
