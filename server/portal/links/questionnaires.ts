/** Lets the holder of a personal link send a questionnaire file and download the answers (trust-access, rules 16, 18 and 20). */
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { SuccessBody } from '#contract/call-operation';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { type Html, html } from '../html.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { renderFileForm, problemNotice } from './form.ts';
import type { Problem } from './problem.ts';
import { type SentFile, withSentFile } from './sent-file.ts';
import { messagePage, section, type View } from './view.ts';

type Answers = SuccessBody<'getVisitorAnswersByToken'>;

/** Media types by extension, because browsers send different types for the same file, or none. */
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

/** @param linkPath of the personal link @param pathOf checks and returns a request's token @param middleware for each request */
export function questionnairePages(
  { ask, page, upload }: PageHandlers,
  linkPath: string,
  pathOf: (req: Request) => Promise<{ readonly token: string }>,
  middleware: readonly RequestHandler[],
): Router {
  const router = Router({ strict: true });
  const pagePath = `${linkPath}/questionnaire`;
  const show = async (req: Request, res: Response, problem?: Problem) =>
    formView(await ask(req, res, 'getTrustGrantByToken', { path: await pathOf(req) }), tokenIn(req), problem);
  router.get(
    pagePath,
    ...middleware,
    page((req, res) => show(req, res)),
  );
  router.post(
    pagePath,
    ...middleware,
    upload(async (req, res) => {
      const grantPath = await pathOf(req);
      // The link is checked before the file is read.
      const grant = await ask(req, res, 'getTrustGrantByToken', { path: grantPath });
      if (!grant.securityQuestionnaireEnabled) return disabledPage();
      const run = await withSentFile(req, async (file) => {
        if (file.name === '') throw new RefusalError(invalid({ file: { code: 'required', message: 'must be chosen' } }));
        return ask(req, res, 'answerQuestionnaireByToken', { path: grantPath, stream: bodyOf(file) });
      });
      // The answer is a redirect, so that reloading does not send the file again.
      return { leadsTo: `questionnaire/${run.id}` };
    }, show),
  );
  router.get(
    `${pagePath}/:run`,
    ...middleware,
    page(async (req, res) => {
      const runId = String(req.params.run);
      const path = { ...(await pathOf(req)), runId };
      const answers = await ask(req, res, 'getVisitorAnswersByToken', { path });
      // Runs are deleted after a while, so this one may no longer exist.
      const isUnderWay = answers.status === 'answering' || answers.status === 'failed';
      const run = isUnderWay ? await ask(req, res, 'getQuestionnaireRunByToken', { path }).catch(ignoreMissing) : undefined;
      return answersView(answers, runId, run);
    }),
  );
  return router;
}

/** Streams the request body of the operation. */
async function* bodyOf({ name, type, content }: SentFile): AsyncGenerator<string> {
  const metadata = { fileName: name, fileType: types[path.extname(name).toLowerCase()] ?? type };
  yield `${JSON.stringify(metadata).slice(0, -1)},"fileData":"`;
  yield* content.setEncoding('base64');
  yield '"}';
}

const disabledPage = () =>
  messagePage('No questionnaires are taken', 'The organization answers no questionnaires here at the moment.', 403);

function formView(
  { organizationName, securityQuestionnaireEnabled, visitorAnswers }: SuccessBody<'getTrustGrantByToken'>,
  token: string,
  problem?: Problem,
) {
  if (!securityQuestionnaireEnabled) return disabledPage();
  const { file, fileName, fileType, fileData } = problem?.fields ?? {};
  const fileFault = file ?? fileName ?? fileType ?? fileData;
  const shownProblem = problem && { ...problem, fields: fileFault === undefined ? problem.fields : { file: fileFault } };
  const label = 'Your questionnaire';
  return {
    title: `Ask ${organizationName}`,
    lead: 'Send a questionnaire, and get it back with answers.',
    body: html`${problemNotice(shownProblem, { file: label })}
    ${section(
      'The file',
      html`<p>
          The answers are taken from the documents of ${organizationName} by a program.
          ${visitorAnswers === 'at_once' ? 'No person checks them.' : 'A person checks them before you get them, and you are told by e-mail.'}
          ${organizationName} keeps the questionnaire.
        </p>
        ${renderFileForm(
          {
            name: 'file',
            label,
            hint: 'A table (XLSX, CSV), a PDF, a DOCX, a text or a picture with the questions, of 10 MiB at most.',
            accept: [...Object.keys(types), 'image/*'],
          },
          'Send the questionnaire',
          fileFault,
        )}`,
    )}
    ${backTo(token)}`,
  };
}

type Run = SuccessBody<'getQuestionnaireRunByToken'>;

/** @returns undefined for a run that has been deleted */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof RefusalError && error.status === 404) return undefined;
  throw error;
}

function answersView(answers: Answers, runId: string, run: Run | undefined): View {
  const { title, words, action } = stateOf(answers, runId, run);
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

interface State {
  readonly title: string;
  readonly words: string;
  readonly action?: Html;
}

function stateOf({ status, totalQuestions, decisionReason, file }: Answers, runId: string, run: Run | undefined): State {
  const reload = html`<p><a class="button" href="${runId}">Load this page again</a></p>`;
  const foundText = `${totalQuestions} ${totalQuestions === 1 ? 'question was' : 'questions were'} found.`;
  switch (status) {
    case 'failed':
      return {
        title: 'The questionnaire was not answered',
        words: `${run?.error ?? 'The work on it has ended'}. You can send it again, or another file of it.`,
      };
    case 'answering': {
      const { done, total } = run?.progress ?? { done: 0, total: 0 };
      const progress = total > 0 ? `; ${done} of ${total} steps are done` : '';
      return {
        title: 'Your questionnaire is being answered',
        words: `This takes some minutes${progress}. Keep the address of this page: the answers are fetched here.`,
        action: html`<p><a class="button" href="${runId}">See how far it is</a></p>`,
      };
    }
    case 'waiting':
      return {
        title: 'Your answers are being checked',
        words: `${foundText} A person checks the answers before you get them, and you are told by e-mail. They are fetched on this page.`,
        action: reload,
      };
    case 'rejected':
      return {
        title: 'The questionnaire is not answered',
        words: decisionReason ?? 'The organization does not answer it here. Please ask whoever has given you access.',
      };
    case 'released':
      return file
        ? {
            title: 'Your questionnaire is answered',
            words: `${foundText} The answers can be fetched as long as your access lasts: as a PDF, as a table (XLSX) and as CSV, in one archive.`,
            action: html`<p><a class="button" href="${file.downloadUrl}">Download the answers (ZIP)</a></p>`,
          }
        : { title: 'Your answers are being prepared', words: 'This takes a moment.', action: reload };
  }
}

function backTo(token: string): Html {
  return html`<section>
    <p><a href="../${token}">Back to the documents</a></p>
  </section>`;
}
