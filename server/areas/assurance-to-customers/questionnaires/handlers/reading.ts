/** Reads, renames and deletes questionnaires. */
import { memberReader } from '#domain/access/audience/reader';
import { validateFileName } from '#platform/files/file-names';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import {
  deleteQuestionnaire,
  findQuestionnaire,
  findQuestionnaireRow,
  hasActiveRun,
  lockQuestionnaire,
  listQuestionnaires,
  updateQuestionnaire,
} from '../queries/questionnaires.ts';
import { questionnaireNotFound, runUnderWay } from '../refusals.ts';

/** Seconds until a link to the file expires (spec/conventions, 9). */
const expiresIn = 900;

type ReadingOperation =
  'listQuestionnaires' | 'getQuestionnaire' | 'updateQuestionnaire' | 'deleteQuestionnaire' | 'getQuestionnaireDownloadUrl';

export const reading: Pick<Handlers<'questionnaires'>, ReadingOperation> = {
  async listQuestionnaires({ query, page, db, actor }) {
    return { status: 200, page: await listQuestionnaires(db, query, page, memberReader(actor)) };
  },

  async getQuestionnaire({ path: { id }, db, actor }) {
    const questionnaire = await findQuestionnaire(db, id, memberReader(actor));
    return questionnaire ? { status: 200, body: questionnaire } : questionnaireNotFound();
  },

  async updateQuestionnaire({ path: { id }, body: { fileName, vendorName }, db, actor, audit }) {
    const before = await lockQuestionnaire(db, id);
    if (!before) return questionnaireNotFound();
    const newName = fileName === undefined ? before.file_name : validateFileName(fileName);
    if (typeof newName !== 'string') return newName;
    await updateQuestionnaire(db, id, {
      fileName: newName,
      ...(vendorName !== undefined && { vendorName: vendorName || null }),
    });
    const after = await findQuestionnaire(db, id, memberReader(actor));
    if (!after) return questionnaireNotFound();
    audit.changed({ fileName: before.file_name, vendorName: before.vendor_name }, after, { fields: ['fileName', 'vendorName'] });
    return { status: 200, body: after };
  },

  async deleteQuestionnaire({ path: { id }, db, audit }) {
    const questionnaireRow = await lockQuestionnaire(db, id);
    if (!questionnaireRow) return questionnaireNotFound();
    if (await hasActiveRun(db, id)) return runUnderWay();
    await deleteQuestionnaire(db, id);
    audit.removed({ fileName: questionnaireRow.file_name }, { description: 'Deleted questionnaire' });
    return { status: 204 };
  },

  async getQuestionnaireDownloadUrl({ path: { id }, db, ports: { files } }) {
    const questionnaireRow = await findQuestionnaireRow(db, id);
    if (!questionnaireRow) return questionnaireNotFound();
    const { file_key: fileKey, file_name: fileName } = questionnaireRow;
    const fileSize = fileKey === null ? undefined : await files.size(fileKey);
    if (fileKey === null || fileSize === undefined) return refusal('questionnaire_file_not_found');
    return {
      status: 200,
      body: {
        downloadUrl: files.link(fileKey, expiresIn, { name: fileName, type: questionnaireRow.file_type }),
        fileName,
        fileSize,
        expiresIn,
      },
    };
  },
};
