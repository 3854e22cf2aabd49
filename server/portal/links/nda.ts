/** Lets the holder of a signing link read and sign the NDA (trust-access, rules 4, 9 and 20). */
import { Router } from 'express';
import type { SuccessBody } from '#contract/call-operation';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { formatDay } from '../days.ts';
import { type Html, html } from '../html.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { consentField, pickFilled, type Form, renderForm, problemNotice } from './form.ts';
import { section, type View } from './view.ts';

type Nda = SuccessBody<'getNdaByToken'>;

export function ndaPages({ ask, page, form, pdf }: PageHandlers): Router {
  const router = Router({ strict: true });
  const pagePath = '/trust/nda/:token';
  router.get(
    pagePath,
    page(async (req, res) => {
      const nda = await ask(req, res, 'getNdaByToken', { path: { token: tokenIn(req) } });
      return ndaView(nda, tokenIn(req), { values: { name: nda.requesterName, email: nda.requesterEmail } });
    }),
  );
  router.get(
    `${pagePath}/agreement.pdf`,
    pdf('NDA.pdf', (req, res) => ask(req, res, 'previewNdaByToken', { path: { token: tokenIn(req) } })),
  );
  router.post(
    pagePath,
    form(
      async (req, res, values) => {
        // A repeated signature would return the personal link, and this signing link may have been forwarded.
        const nda = await ask(req, res, 'getNdaByToken', { path: { token: tokenIn(req) } });
        if (nda.status !== 'pending') return ndaView(nda, tokenIn(req), { values });
        const body = { ...pickFilled(values, 'name', 'email'), accept: values.accept === 'yes' };
        return signedView(await ask(req, res, 'signNdaByToken', { path: { token: tokenIn(req) }, body }));
      },
      async (req, res, filledForm) =>
        ndaView(await ask(req, res, 'getNdaByToken', { path: { token: tokenIn(req) } }), tokenIn(req), filledForm),
    ),
  );
  return router;
}

/** @throws RefusalError if the agreement can no longer be signed or read */
function ndaView(nda: Nda, token: string, form: Form): View {
  const { status, organizationName, requesterName, expiresAt } = nda;
  if (status === 'signed') return earlierView(nda);
  if (status !== 'pending') throw new RefusalError(refusal('signing_link_dead'));
  const { fields = {} } = form.problem ?? {};
  const labels = { name: 'Your name', email: 'Your e-mail address', accept: 'Your consent' };
  return {
    title: 'Non-disclosure agreement',
    lead: `${organizationName} has approved the request of ${requesterName} for its confidential documents. They can be read once this agreement is signed.`,
    body: html`${problemNotice(form.problem, labels)} ${section('The agreement', agreementText(nda, token))}
    ${section(
      'Signature',
      html`<p>This link works until ${formatDay(expiresAt)}.</p>
        ${renderForm(
          [
            { name: 'name', label: labels.name, autocomplete: 'name', maxLength: 200 },
            {
              name: 'email',
              label: labels.email,
              type: 'email',
              autocomplete: 'email',
              maxLength: 254,
              hint: 'The address that access was requested for.',
            },
          ],
          form,
          'Sign the agreement',
          consentField('accept', 'I have read the agreement, and I sign it electronically.', form.values.accept === 'yes', fields.accept),
        )}`,
    )}`,
  };
}

function agreementText({ organizationName, requesterName, requesterCompany, requesterEmail, sections }: Nda, token: string): Html {
  const person = [requesterName, requesterCompany].filter((part) => part !== null).join(', ');
  return html`<p><a class="button" href="${token}/agreement.pdf">Read it as a PDF</a></p>
    <div class="text">
      <p>Between ${organizationName} (“the Company”) and ${person} (“the Recipient”), ${requesterEmail}.</p>
      ${sections.map(
        ({ heading, paragraphs }, index) =>
          html`<h3>${index + 1}. ${heading}</h3>
            ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
      )}
    </div>`;
}

function signedView({ grant, pdfDownloadUrl, portalUrl }: SuccessBody<'signNdaByToken'>): View {
  return {
    title: 'Thank you for signing',
    lead: 'The personal link to the documents was sent to you by e-mail, too.',
    body: section(
      'Your access',
      html`<p>You can read the documents until ${formatDay(grant.expiresAt)}.</p>
        <p><a class="button" href="${portalUrl}">Go to the documents</a></p>
        <p><a href="${pdfDownloadUrl}">Download the signed agreement</a>. This link to it works for 15 minutes.</p>`,
    ),
  };
}

/** The personal link is shown only after signing and sent only by mail, so a forwarded signing link does not reveal it. */
function earlierView({ organizationName, portalUrl }: Nda): View {
  return {
    title: 'This agreement is signed',
    body: section(
      'Your access',
      html`<p>The personal link to the documents of ${organizationName} was sent to you by e-mail.</p>
        <p>If you have lost it, you can have it sent again on <a href="${portalUrl}">the trust portal of ${organizationName}</a>.</p>`,
    ),
  };
}
