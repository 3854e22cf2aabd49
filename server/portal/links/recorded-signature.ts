/** Lets the other party confirm a signature on paper or object to it (letter-of-engagement, rule 22). */
import { Router } from 'express';
import type { SuccessBody } from '#contract/call-operation';
import { formatDay } from '../days.ts';
import { html } from '../html.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { type Field, pickFilled, type Form, renderForm, inputField, problemNotice } from './form.ts';
import { messagePage, section, type View } from './view.ts';

type RecordedLetter = SuccessBody<'getRecordedSignatureByToken'>;

const labels = { reason: 'Why you object' } as const;

export function recordedSignaturePages({ ask, page, form, pdf }: PageHandlers): Router {
  const router = Router({ strict: true });
  const pagePath = '/letters/confirmations/:token';
  router.get(
    pagePath,
    page(async (req, res) => {
      const recordedLetter = await ask(req, res, 'getRecordedSignatureByToken', { path: { token: tokenIn(req) } });
      return recordedView(recordedLetter, tokenIn(req), { values: {} });
    }),
  );
  router.get(
    `${pagePath}/letter.pdf`,
    pdf('letter-of-engagement.pdf', (req, res) => ask(req, res, 'exportRecordedSignatureByToken', { path: { token: tokenIn(req) } })),
  );
  router.post(
    pagePath,
    form(
      async (req, res, values) => {
        const path = { token: tokenIn(req) };
        if (values.decision === 'object') {
          await ask(req, res, 'objectToRecordedSignatureByToken', { path, body: pickFilled(values, 'reason') });
          return messagePage('You have objected', 'The signature on paper was withdrawn, and both parties are told.');
        }
        const { status } = await ask(req, res, 'confirmRecordedSignatureByToken', { path });
        const isDone = status === 'signed';
        return messagePage('You have confirmed the signature', isDone ? 'Both parties have signed.' : 'The other party has still to sign.');
      },
      async (req, res, filledForm) =>
        recordedView(await ask(req, res, 'getRecordedSignatureByToken', { path: { token: tokenIn(req) } }), tokenIn(req), filledForm),
    ),
  );
  return router;
}

function recordedView({ letter, recordedSignature, expiresAt }: RecordedLetter, token: string, form: Form): View {
  const { values, problem } = form;
  const { signerName, signedAt, party, recordedByName } = recordedSignature;
  const reason: Field = { name: 'reason', label: labels.reason, rows: 3, maxLength: 2000, hint: 'Both parties read it.' };
  return {
    title: letter.title,
    lead: `${letter.reference}, between ${letter.organizationLegalName} and ${letter.auditorFirm}`,
    body: html`${problemNotice(problem, labels)}
    ${section(
      'A signature on paper',
      html`<p>
          ${recordedByName ?? 'Somebody'} has filed a paper that ${signerName} is said to have signed for the
          ${party}${signedAt === null ? '' : ` on ${formatDay(signedAt)}`}. It counts once you have confirmed it.
        </p>
        <p><a class="button" href="${token}/letter.pdf">Read the letter with the paper</a></p>`,
    )}
    ${section(
      'Confirm the signature',
      html`<p>The signature can be confirmed until ${formatDay(expiresAt)}.</p>
        ${renderForm([], form, 'Confirm the signature')}`,
    )}
    <section>
      <details${values.decision === 'object' ? html` open` : undefined}>
        <summary>Object to the signature instead</summary>
        <div>
          <form method="post">
            ${inputField(reason, values.reason ?? '', problem?.fields.reason)}
            <input type="hidden" name="decision" value="object" />
            <button class="plain" type="submit">Object to the signature</button>
          </form>
        </div>
      </details>
    </section>`,
  };
}
