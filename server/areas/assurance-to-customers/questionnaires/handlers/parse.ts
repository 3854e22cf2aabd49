/** Extracts the questions of a file without storing anything (interface specification 4.6). */
import type { Handlers } from '#contract/types';
import { UnusableFile } from '#documents/extraction/unusable';
import { inspectInline } from '#documents/files/receive';
import { isRefusal } from '#platform/refusals/refusal';
import { mediaTypeOf } from '#platform/files/executable-types';
import { questionnaireKindOf } from '#domain/questionnaires/files';
import { findQuestionsNow } from '../documents/read/read.ts';
import { Deferred } from '#contract/replies';

export const parsing: Pick<Handlers<'questionnaires'>, 'parseQuestionnaire'> = {
  async parseQuestionnaire({ body: { fileName, vendorName = null, ...file }, ports, actor }) {
    const kind = questionnaireKindOf(mediaTypeOf(file.fileType), true);
    if (typeof kind !== 'string') return kind;
    const upload = inspectInline(ports.files, { fileName: fileName ?? 'questionnaire', ...file }, { purpose: 'questionnaire' });
    if (isRefusal(upload)) return upload;
    const { organizationId } = actor;
    return new Deferred(async () => {
      try {
        const questions = await findQuestionsNow({ organizationId, kind, content: upload.draft.content() });
        const questionsAndAnswers = questions.map(({ question, answer, reference, section }) => ({ question, answer, reference, section }));
        return {
          status: 200,
          body: { vendorName, fileName: fileName ?? null, totalQuestions: questionsAndAnswers.length, questionsAndAnswers },
        };
      } catch (error) {
        if (error instanceof UnusableFile) return error.refusal;
        throw error;
      }
    });
  },
};
