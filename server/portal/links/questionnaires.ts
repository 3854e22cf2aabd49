/** Questionnaires of whoever has a personal link: sent as a file, and fetched with their answers (spec/areas/trust-access, rules 16, 18 and 20). */
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Answered } from '../../contract/ask.ts';
import { invalid, RefusalError } from '../../platform/refusals/refusal.ts';
import { type Html, html } from '../html.ts';
import { type Answering, tokenIn } from './answering.ts';
import { fileFormOf, problemNotice } from './form.ts';
import type { Problem } from './problem.ts';
import { type SentFile, withSentFile } from './sent-file.ts';
import { note, section, type View } from './view.ts';

type Run = Answered<'getQuestionnaireRunByToken'>;

/** Browsers do not agree on the types of these, and some know none. */
const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xlsm': 'application/vnd.ms-excel.sheet.macroenabled.12',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
};

/** @param at the address of the personal link @param pathOf the token in a request, which belongs to its address @param before what is asked of each request */
export function questionnairePages(
  { ask, page, upload }: Answering,
  at: string,
  pathOf: (req: Request) => Promise<{ readonly token: string }>,
  before: readonly RequestHandler[],
): Router {
  const router = Router({ strict: true });
  const address = `${at}/questionnaire`;
  const show = async (req: Request, res: Response, problem?: Problem) =>
    formView(await ask(req, res, 'getTrustGrantByToken', { path: await pathOf(req) }), tokenIn(req), problem);
  router.get(
    address,
    ...before,
    page((req, res) => show(req, res)),
  );
  router.post(
    address,
    ...before,
    upload(async (req, res) => {
      const where = await pathOf(req);
      // Nothing of a file is read for somebody whose link does not work.
      const grant = await ask(req, res, 'getTrustGrantByToken', { path: where });
      if (!grant.securityQuestionnaireEnabled) return hidden();
      const run = await withSentFile(req, async (file) => {
        if (file.name === '') throw new RefusalError(invalid({ file: 'must be chosen' }));
        return ask(req, res, 'answerQuestionnaireByToken', { path: where, stream: bodyOf(file) });
      });
      // Another page, so that loading it once more does not send the file once more.
      return { leadsTo: `questionnaire/${run.id}` };
    }, show),
  );
  router.get(
    `${address}/:run`,
    ...before,
    page(async (req, res) =>
      runView(await ask(req, res, 'getQuestionnaireRunByToken', { path: { ...(await pathOf(req)), runId: String(req.params.run) } })),
    ),
  );
  return router;
}

/** The request to the operation. */
async function* bodyOf({ name, type, content }: SentFile): AsyncGenerator<string> {
  const described = { fileName: name, fileType: types[path.extname(name).toLowerCase()] ?? type };
  yield `${JSON.stringify(described).slice(0, -1)},"fileData":"`;
  yield* content.setEncoding('base64');
  yield '"}';
}

const hidden = () => note('No questionnaires are taken', 'The organization answers no questionnaires here at the moment.', 403);

function formView({ organizationName, securityQuestionnaireEnabled }: Answered<'getTrustGrantByToken'>, token: string, problem?: Problem) {
  if (!securityQuestionnaireEnabled) return hidden();
  const { file, fileName, fileType, fileData } = problem?.fields ?? {};
  const fault = file ?? fileName ?? fileType ?? fileData;
  const told = problem && { ...problem, fields: fault === undefined ? problem.fields : { file: fault } };
  const label = 'Your questionnaire';
  return {
    title: `Ask ${organizationName}`,
    lead: 'Send a questionnaire, and get it back with first answers.',
    body: html`${problemNotice(told, { file: label })}
    ${section(
      'The file',
      html`<p>
          The answers are taken from the documents of ${organizationName} by a program, and no person has checked them. ${organizationName}
          keeps the questionnaire.
        </p>
        ${fileFormOf(
          {
            name: 'file',
            label,
            hint: 'A table (XLSX, CSV), a PDF, a DOCX, a text or a picture with the questions, of 10 MiB at most.',
            accept: [...Object.keys(types), 'image/*'],
          },
          'Send the questionnaire',
          fault,
        )}`,
    )}
    ${backTo(token)}`,
  };
}

function runView(run: Run): View {
  const { title, words, action } = stateOf(run);
  return {
    title,
    body: html`<section>
        <p>${words}</p>
        ${action}
      </section>
      <section>
        <p><a href="../questionnaire">Send another questionnaire</a></p>
      </section>`,
  };
}

function stateOf({ id, status, progress: { done, total }, result, error }: Run): {
  readonly title: string;
  readonly words: string;
  readonly action?: Html;
} {
  if (status === 'failed' || status === 'cancelled')
    return {
      title: 'The questionnaire was not answered',
      words: `${error === undefined ? 'The work on it has ended' : error}. You can send it again, or another file of it.`,
    };
  if (status !== 'completed')
    return {
      title: 'Your questionnaire is being answered',
      words: `This takes some minutes${total > 0 ? `; ${done} of ${total} steps are done` : ''}. Keep the address of this page: the answers are fetched here.`,
      action: html`<p><a class="button" href="${id}">See how far it is</a></p>`,
    };
  const found = result && 'downloadUrl' in result && 'questionCount' in result ? result : undefined;
  if (!found?.downloadUrl || Date.parse(String(found.expiresAt)) < Date.now())
    return { title: 'The answers are gone', words: 'They could be fetched for an hour. Please send the questionnaire again.' };
  return {
    title: 'Your questionnaire is answered',
    words: `${found.questionCount} ${found.questionCount === 1 ? 'question was' : 'questions were'} found. The answers can be fetched for an hour: as a PDF, as a table (XLSX) and as CSV, in one archive.`,
    action: html`<p><a class="button" href="${found.downloadUrl}">Download the answers (ZIP)</a></p>`,
  };
}

function backTo(token: string): Html {
  return html`<section>
    <p><a href="../${token}">Back to the documents</a></p>
  </section>`;
}
