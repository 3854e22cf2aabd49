/** Exports a questionnaire as a file in one of several formats. */
import { memberReader } from '#domain/access/audience/reader';
import { findOrganization } from '#domain/people/organization/own';
import { changesOnCreate } from '#platform/audit/changes';
import type { Handlers } from '#contract/types';
import { dispositionOf } from '#platform/ports/file-links';
import { toExportContent } from '../documents/export/content.ts';
import { exportName, type ExportFormat, mediaTypes } from '../documents/export/names.ts';
import { openUploadedWorkbook } from '../documents/export/original.ts';
import { render } from '../documents/export/render.ts';
import { findQuestionnaire, findQuestionnaireRow } from '../queries/questionnaires.ts';
import { notCompleted, questionnaireNotFound } from '../refusals.ts';
import { Deferred } from '#contract/replies';

/** Seconds that an export waits for a free worker before it is refused as too busy. */
const waitSeconds = 30;

export const exporting: Pick<Handlers<'questionnaires'>, 'exportQuestionnaire'> = {
  async exportQuestionnaire({ path: { id }, query: { format = 'xlsx' }, actor, db, audit, ports: { files } }) {
    const [questionnaire, questionnaireRow, { name }] = await Promise.all([
      findQuestionnaire(db, id, memberReader(actor)),
      findQuestionnaireRow(db, id),
      findOrganization(db),
    ]);
    if (!questionnaire) return questionnaireNotFound();
    if (questionnaire.status !== 'completed') return notCompleted(questionnaire.status);
    const content = toExportContent(questionnaire, name, new Date());
    audit.performed('Exported questionnaire', { changes: changesOnCreate({ format }) });
    return new Deferred(async () => {
      const file = await render(actor.organizationId, content, format, openUploadedWorkbook(files, questionnaireRow, format), {
        waitSeconds,
      });
      return {
        ...replyWith(format, file),
        headers: {
          'Content-Disposition': dispositionOf(exportName(content.title, format), false),
          'X-Question-Count': content.entries.length,
        },
      };
    });
  },
};

function replyWith(format: ExportFormat, file: Buffer) {
  switch (format) {
    case 'xlsx':
      return { status: 200, type: mediaTypes.xlsx, body: file } as const;
    case 'csv':
      return { status: 200, type: mediaTypes.csv, body: file.toString() } as const;
    case 'pdf':
      return { status: 200, type: mediaTypes.pdf, body: file } as const;
    case 'zip':
      return { status: 200, type: mediaTypes.zip, body: file } as const;
  }
}
