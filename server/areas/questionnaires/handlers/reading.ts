/** The records: reading, renaming and deleting them. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import {
  deleteQuestionnaire,
  findQuestionnaire,
  findStored,
  hasRunUnderWay,
  lockQuestionnaire,
  listQuestionnaires,
  updateQuestionnaire,
} from '../queries/questionnaires.ts';
import { questionnaireNotFound, underWay } from '../refusals.ts';

/** How long a link to the file works, in seconds (spec/conventions, 9). */
const expiresIn = 900;

type Reading = 'listQuestionnaires' | 'getQuestionnaire' | 'updateQuestionnaire' | 'deleteQuestionnaire' | 'getQuestionnaireFile';

export const reading: Pick<Handlers<'questionnaires'>, Reading> = {
  async listQuestionnaires({ query, page, db }) {
    return { status: 200, page: await listQuestionnaires(db, query, page) };
  },

  async getQuestionnaire({ path: { id }, db }) {
    const found = await findQuestionnaire(db, id);
    return found ? { status: 200, body: found } : questionnaireNotFound();
  },

  async updateQuestionnaire({ path: { id }, body: { fileName, vendorName }, db }) {
    if (!(await lockQuestionnaire(db, id))) return questionnaireNotFound();
    await updateQuestionnaire(db, id, {
      ...(fileName !== undefined && { fileName: fileName.trim() }),
      ...(vendorName !== undefined && { vendorName: vendorName?.trim() || null }),
    });
    const found = await findQuestionnaire(db, id);
    return found ? { status: 200, body: found } : questionnaireNotFound();
  },

  async deleteQuestionnaire({ path: { id }, db, audit }) {
    const stored = await lockQuestionnaire(db, id);
    if (!stored) return questionnaireNotFound();
    if (await hasRunUnderWay(db, id)) return underWay();
    await deleteQuestionnaire(db, id);
    audit({ description: 'Deleted questionnaire', changes: { fileName: { previous: stored.file_name, current: null } } });
    return { status: 204 };
  },

  async getQuestionnaireFile({ path: { id }, db, ports: { files } }) {
    const stored = await findStored(db, id);
    if (!stored) return questionnaireNotFound();
    const { file_key: key, file_name: fileName } = stored;
    const fileSize = key === null ? undefined : await files.size(key);
    if (key === null || fileSize === undefined) return refusal(404, 'Questionnaire file not found');
    return {
      status: 200,
      body: { downloadUrl: files.link(key, expiresIn, { name: fileName, type: stored.file_type }), fileName, fileSize, expiresIn },
    };
  },
};
