import { findOrganization } from '../../../domain/organization/own.ts';
import { added } from '../../../platform/audit/changes.ts';
import { storeInRun } from '../../../platform/jobs/store.ts';
import type { JobHandler } from '../../../platform/jobs/job-handlers.ts';
import { contentOf } from '../documents/export/content.ts';
import { exportName, mediaTypes } from '../documents/export/names.ts';
import { originalOf } from '../documents/export/original.ts';
import { render } from '../documents/export/render.ts';
import { exportFolder } from '../../../domain/questionnaires/files.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { findQuestionnaire, findStored, updateQuestionnaire } from '../queries/questionnaires.ts';
import { answerOpen } from './answer-questionnaire.ts';
import { formatIn, questionnaireIn } from './input.ts';
import { gone, parse } from './parse.ts';

/** How long the link to the finished file works, in seconds (spec/conventions, 9). */
const expiresIn = 3600;

export function answerAndExportWith(generator: AnswerGenerator): JobHandler {
  return async (run) => {
    const {
      ports: { files },
      signal,
      actor,
    } = run;
    const questionnaireId = questionnaireIn(run.input);
    const format = formatIn(run.input);
    await parse(run, questionnaireId, false);
    await answerOpen(run, questionnaireId, generator);
    const [found, stored, { name }] = await run.read((db) =>
      Promise.all([findQuestionnaire(db, questionnaireId, actor.memberId), findStored(db, questionnaireId), findOrganization(db)]),
    );
    if (!found) throw gone();
    const content = contentOf(found, name, new Date());
    const fileName = exportName(content.title, format);
    const bytes = await render(actor.organizationId, content, format, originalOf(files, stored, format), { signal });
    const { key } = await storeInRun(run, bytes, exportFolder, fileName, async (db, audit, stored) => {
      await updateQuestionnaire(db, questionnaireId, { exportKey: stored });
      audit.did('Exported questionnaire', { entityId: questionnaireId, changes: added({ format }) });
    });
    return {
      questionnaireId,
      questionCount: found.questions.length,
      fileName,
      downloadUrl: files.link(key, expiresIn, { name: fileName, type: mediaTypes[format] }),
      expiresAt: new Date(Date.now() + expiresIn * 1000).toISOString(),
    };
  };
}
