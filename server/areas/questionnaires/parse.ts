/** Interface specification 4.6: the questions of a file, of which nothing is kept. */
import { Refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import { extractText } from '../../extraction/extract.ts';
import { Unusable } from '../../extraction/unusable.ts';
import { isReceived, receiveFile } from '../../files/receive.ts';
import { mediaTypeOf } from '../../files/refused.ts';
import { TooBusy } from '../../threads/thread.ts';
import { extractorByRules } from './extractor.ts';
import { misfitOf, readableAs } from './files.ts';
import { findItems } from './items.ts';
import { unusable } from './refusals.ts';

/** Seconds to wait while other files are read. */
const patience = 30;

export const parsing: Pick<Handlers<'questionnaires'>, 'parseQuestionnaire'> = {
  async parseQuestionnaire({ body: { fileName, vendorName = null, ...file }, ...context }) {
    const kind = readableAs(mediaTypeOf(file.fileType), true);
    if (typeof kind !== 'string') return kind;
    const received = await receiveFile(context, { fileName: fileName ?? 'questionnaire', ...file }, { purpose: 'questionnaire' });
    if (!isReceived(received)) return received;
    const misfit = misfitOf(received.bytes, kind);
    if (misfit) return misfit;
    return {
      status: 200,
      async later() {
        try {
          const questionsAndAnswers = await findItems(await extractText(received.bytes, kind, { patience }), extractorByRules);
          return { status: 200, body: { vendorName, fileName: fileName ?? null, totalQuestions: questionsAndAnswers.length, questionsAndAnswers } };
        } catch (error) {
          if (error instanceof Unusable) return unusable(error);
          throw error instanceof TooBusy ? new Refusal(503) : error;
        }
      },
    };
  },
};
