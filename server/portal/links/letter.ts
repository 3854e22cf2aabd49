/** Lets the holder of a signing link read and sign a letter of engagement (letter-of-engagement, rules 3, 15, 17 and 21). */
import { Router } from 'express';
import type { SuccessBody } from '#contract/call-operation';
import { renderTexts } from '../render-texts.ts';
import { type Html, html } from '../html.ts';
import { formatDay } from '../days.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { consentField, type Field, pickFilled, type Form, renderForm, inputField, problemNotice } from './form.ts';
import { messagePage, section, type View } from './view.ts';

type LinkedLetter = SuccessBody<'getEngagementLetterByToken'>;
type Letter = LinkedLetter['letter'];

const labels = {
  name: 'Your name',
  email: 'Your e-mail address',
  title: 'Your position',
  accept: 'Your consent',
  reason: 'Why you decline',
  contentHash: 'The text of the letter',
} as const;
const signingFields: readonly Field[] = [
  { name: 'name', label: labels.name, autocomplete: 'name', maxLength: 200 },
  {
    name: 'email',
    label: labels.email,
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    hint: 'The address that the link was sent to.',
  },
  { name: 'title', label: labels.title, autocomplete: 'organization-title', maxLength: 200, optional: true },
];

export function letterPages({ ask, page, form, pdf }: PageHandlers): Router {
  const router = Router({ strict: true });
  const pagePath = '/letters/:token';
  router.get(
    pagePath,
    page(async (req, res) => {
      const linkedLetter = await ask(req, res, 'getEngagementLetterByToken', { path: { token: tokenIn(req) } });
      return letterView(linkedLetter, tokenIn(req), { values: { name: linkedLetter.signerName, email: linkedLetter.signerEmail } });
    }),
  );
  router.get(
    `${pagePath}/letter.pdf`,
    pdf('letter-of-engagement.pdf', (req, res) => ask(req, res, 'exportEngagementLetterByToken', { path: { token: tokenIn(req) } })),
  );
  router.post(
    pagePath,
    form(
      async (req, res, values) => {
        const path = { token: tokenIn(req) };
        if (values.decision === 'decline') {
          await ask(req, res, 'declineEngagementLetterByToken', { path, body: pickFilled(values, 'reason') });
          return messagePage('You have declined the letter', 'The other party is told, with your reason. This link works no more.');
        }
        const body = { ...pickFilled(values, 'name', 'email', 'title', 'contentHash'), accept: values.accept === 'yes' };
        return signedView(await ask(req, res, 'signEngagementLetterByToken', { path, body }), path.token);
      },
      async (req, res, filledForm) =>
        letterView(await ask(req, res, 'getEngagementLetterByToken', { path: { token: tokenIn(req) } }), tokenIn(req), filledForm),
    ),
  );
  return router;
}

async function letterView({ letter, status, contentHash, expiresAt }: LinkedLetter, token: string, form: Form): Promise<View> {
  const parts = await renderLetter(letter);
  return {
    title: letter.title,
    lead: `${letter.reference}, between ${letter.organizationLegalName} and ${letter.auditorFirm}`,
    body: html`${problemNotice(form.problem, labels)}
    ${section(
      'The letter',
      html`<p><a class="button" href="${token}/letter.pdf">Read it as a PDF</a></p>
        <div class="text">${parts}</div>`,
    )}
    ${section('Signatures', signaturesOf(letter))}
    ${status === 'pending' ? html`${signSection(contentHash, expiresAt, form)} ${declineSection(form)}` : undefined}`,
  };
}

function signSection(contentHash: string, expiresAt: string, form: Form): Html {
  const { problem, values } = form;
  return section(
    'Sign',
    html`<p>The letter can be signed until ${formatDay(expiresAt)}.</p>
      ${renderForm(
        signingFields,
        form,
        'Sign the letter',
        // The hash makes signing fail if the letter has changed since it was read.
        html`${consentField('accept', 'I have read the letter, and I sign it electronically.', values.accept === 'yes', problem?.fields.accept)}
          <input type="hidden" name="contentHash" value="${contentHash}" />`,
      )}`,
  );
}

function declineSection({ values, problem }: Form): Html {
  const field: Field = { name: 'reason', label: labels.reason, rows: 3, maxLength: 2000, hint: 'The other party reads it.' };
  return html`<section>
    <details${values.decision === 'decline' ? html` open` : undefined}>
      <summary>Decline the letter instead</summary>
      <div>
        <form method="post">
          ${inputField(field, values.reason ?? '', problem?.fields.reason)}
          <input type="hidden" name="decision" value="decline" />
          <button class="plain" type="submit">Decline the letter</button>
        </form>
      </div>
    </details>
  </section>`;
}

function signedView({ status, downloadUrl }: SuccessBody<'signEngagementLetterByToken'>, token: string): View {
  const isDone = downloadUrl !== null;
  return {
    title: 'Thank you for signing',
    body: section(
      isDone ? 'Both parties have signed' : 'The other party has still to sign',
      html`<p>
          ${
            isDone
              ? 'The signed letter comes by e-mail, and can be read by the same link for 30 days.'
              : `You will be told by e-mail when that is done. The letter is ${status.replaceAll('_', ' ')}.`
          }
        </p>
        <p><a class="button" href="${token}/letter.pdf">Read it as a PDF</a></p>`,
    ),
  };
}

function signaturesOf({ signatures }: Letter): Html {
  const rows = signatures.map(({ party, status, signerName, signerTitle, signedAt }) => {
    const signer = [signerName, signerTitle].filter((part) => part !== null && part !== '').join(', ');
    return html`<dt>For the ${party}</dt>
      <dd>${signer}: ${signedAt === null ? status : `signed on ${formatDay(signedAt)}`}</dd>`;
  });
  return html`<dl>${rows}</dl>`;
}

/** Returns the parts of the letter in the order of its PDF. */
async function renderLetter(letter: Letter): Promise<Html[]> {
  const texts = [
    ['Scope', letter.scope],
    ['Responsibilities of the organization', letter.organizationResponsibilities],
    ['Responsibilities of the auditor', letter.auditorResponsibilities],
    ['Independence', letter.independenceStatement],
    ['Confidentiality', letter.confidentialityTerms],
    ['Other terms', letter.otherTerms],
  ] as const;
  const markups = await renderTexts(
    letter.organizationId,
    texts.map(([, text]) => text ?? ''),
  );
  const [scope, organizationDuties, auditorDuties, independence, confidentiality, other] = texts.map(([heading, text], index) =>
    text === null || text.trim() === '' ? undefined : renderPart(heading, markups[index]),
  );
  const plainPart = (heading: string, text: string | null) =>
    text === null || text === '' ? undefined : renderPart(heading, html`<p>${text}</p>`);
  const parts = [
    partiesOf(letter),
    scope,
    plainPart('Criteria', letter.criteria),
    datesOf(letter),
    letter.deliverables.length
      ? renderPart(
          'Deliverables',
          html`<ul>
            ${letter.deliverables.map((item) => html`<li>${item}</li>`)}
          </ul>`,
        )
      : undefined,
    organizationDuties,
    auditorDuties,
    independence,
    confidentiality,
    plainPart('Fee', feeOf(letter)),
    other,
    plainPart('Governing law', letter.governingLaw),
  ];
  return parts.filter((item) => item !== undefined);
}

function renderPart(heading: string, body: Html | undefined): Html {
  return html`<h3>${heading}</h3>
    ${body}`;
}

function partiesOf(letter: Letter): Html {
  const joinLines = (...texts: readonly (string | null)[]) => texts.filter((line) => line !== null && line !== '').join('\n');
  return renderPart(
    'Parties',
    html`<dl>
      <dt>Organization</dt>
      <dd>${joinLines(letter.organizationLegalName, letter.organizationAddress)}</dd>
      <dt>Auditor</dt>
      <dd>${joinLines(letter.auditorFirm, letter.auditorAddress, `${letter.auditorContactName}, ${letter.auditorContactEmail}`)}</dd>
    </dl>`,
  );
}

function datesOf({ periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Letter): Html | undefined {
  const span = (from: string | null, to: string | null) =>
    [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter((bound) => bound !== null && bound !== '').join(' ');
  const rows = [
    ['Period under audit', span(periodStart, periodEnd)],
    ['Fieldwork', span(fieldworkStart, fieldworkEnd)],
    ['Report due', reportDueDate === null ? '' : formatDay(reportDueDate)],
  ].filter(([, days]) => days !== '');
  return rows.length
    ? renderPart(
        'Dates',
        html`<dl>
          ${rows.map(
            ([name, days]) =>
              html`<dt>${name}</dt>
                <dd>${days}</dd>`,
          )}
        </dl>`,
      )
    : undefined;
}

function feeOf({ fee }: Letter): string | null {
  if (!fee) return null;
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fee.amount);
  return [`${amount} ${fee.currency}`, fee.terms].filter((line) => line !== '').join('. ');
}
