/** Interface specification 4.6: the questions of a file, of which nothing is kept. */
import type { Handlers } from '../../../contract/types.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { inspectInline } from '../../../domain/files/receive.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { mediaTypeOf } from '../../../platform/files/executable-types.ts';
import { questionnaireAs } from '../../../domain/questionnaires/files.ts';
import { findQuestionsNow } from '../documents/read/read.ts';
import { Deferred } from '../../../contract/replies.ts';

export const parsing: Pick<Handlers<'questionnaires'>, 'parseQuestionnaire'> = {
  async parseQuestionnaire({ body: { fileName, vendorName = null, ...file }, ports, actor }) {
    const kind = questionnaireAs(mediaTypeOf(file.fileType), true);
    if (typeof kind !== 'string') return kind;
    const found = inspectInline(ports.files, { fileName: fileName ?? 'questionnaire', ...file }, { purpose: 'questionnaire' });
    if (isRefusal(found)) return found;
    const { organizationId } = actor;
    return new Deferred(async () => {
      try {
        const questions = await findQuestionsNow({ organizationId, kind, content: found.draft.content() });
        const questionsAndAnswers = questions.map(({ question, answer, reference, section }) => ({ question, answer, reference, section }));
        return {
          status: 200,
          body: { vendorName, fileName: fileName ?? null, totalQuestions: questionsAndAnswers.length, questionsAndAnswers },
        };
      } catch (error) {
        if (error instanceof Unusable) return error.refusal;
        throw error;
      }
    });
  },
};
