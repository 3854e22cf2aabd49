/** The questionnaire as a file, in one of its formats. */
import { added } from '../../../platform/audit/changes.ts';
import type { Handlers } from '../../../contract/types.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { exportName, type ExportFormat, mediaTypes, titleOf } from '../documents/export/names.ts';
import { originalOf } from '../documents/export/original.ts';
import { render } from '../documents/export/render.ts';
import { findQuestionnaire, findStored } from '../queries/questionnaires.ts';
import { notCompleted, questionnaireNotFound } from '../refusals.ts';
import { Deferred } from '../../../contract/replies.ts';

/** Seconds that a request waits while other files are made. */
const waitSeconds = 30;

export const exporting: Pick<Handlers<'questionnaires'>, 'exportQuestionnaire'> = {
  async exportQuestionnaire({ path: { id }, query: { format = 'xlsx' }, actor, db, audit, ports: { files } }) {
    const [found, stored] = await Promise.all([findQuestionnaire(db, id), findStored(db, id)]);
    if (!found) return questionnaireNotFound();
    if (found.status !== 'completed') return notCompleted();
    const { fileName, questions } = found;
    const title = titleOf(fileName);
    audit.did('Exported questionnaire', { changes: added({ format }) });
    return new Deferred(async () => {
      const content = { title, date: new Date().toISOString().slice(0, 10), entries: questions };
      const file = await render(actor.organizationId, content, format, originalOf(files, stored, format), { waitSeconds });
      return {
        ...answerAs(format, file),
        headers: { 'Content-Disposition': dispositionOf(exportName(title, format), false), 'X-Question-Count': questions.length },
      };
    });
  },
};

function answerAs(format: ExportFormat, file: Buffer) {
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
