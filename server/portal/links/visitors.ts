/** Forms for visitors of a portal: request access, and resend the personal link (trust-access, rules 1 and 20). */
import { type Request, type Response, Router, type RequestHandler } from 'express';
import type { Portal } from '../find.ts';
import { html } from '../html.ts';
import { type PageHandlers } from './page-handlers.ts';
import { type Field, pickFilled, type Form, renderForm, problemNotice, type Values } from './form.ts';
import { messagePage, section, type View } from './view.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';

type PortalOf = (req: Request) => Promise<Portal | undefined>;

/** A form and its action. */
interface VisitorForm {
  readonly title: (organizationName: string) => string;
  readonly words: string;
  readonly fields: readonly Field[];
  readonly button: string;
  readonly act: (req: Request, res: Response, friendlyUrl: string, values: Values) => Promise<View>;
}

const email: Field = { name: 'email', label: 'Your e-mail address', type: 'email', autocomplete: 'email', maxLength: 254 };

/** @param prefix of the paths @param portalOf finds the published portal of a request @param middleware for each request */
export function visitorPages(
  { ask, page, form }: PageHandlers,
  prefix: string,
  portalOf: PortalOf,
  middleware: readonly RequestHandler[] = [],
): Router {
  const router = Router({ strict: true });
  const requestForm: VisitorForm = {
    title: (organizationName) => `Request access to the documents of ${organizationName}`,
    words: 'Your request is reviewed by a person. The answer comes by e-mail, and you may be asked to sign a non-disclosure agreement.',
    fields: [
      { name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 200 },
      { ...email, hint: 'Use the address at which you work: it is part of the review.' },
      { name: 'company', label: 'Company', autocomplete: 'organization', maxLength: 200, optional: true },
      { name: 'jobTitle', label: 'Position', autocomplete: 'organization-title', maxLength: 200, optional: true },
      { name: 'purpose', label: 'What you need the documents for', maxLength: 2000, rows: 4, optional: true },
      { name: 'requestedDurationDays', label: 'For how many days', type: 'number', optional: true, hint: 'From 1 to 365.' },
    ],
    button: 'Send the request',
    async act(req, res, friendlyUrl, values) {
      const { requestedDurationDays: days, ...body } = pickFilled(
        values,
        ...(['name', 'email', 'company', 'jobTitle', 'purpose', 'requestedDurationDays'] as const),
      );
      const duration = days === undefined ? {} : { requestedDurationDays: /^\d+$/.test(days) ? Number(days) : days };
      await ask(req, res, 'createTrustAccessRequest', { path: { friendlyUrl }, body: { ...body, ...duration } });
      return messagePage(
        'Thank you for your request',
        'You will get an answer by e-mail. If this address has access already, its personal link is on the way.',
      );
    },
  };
  const recoveryForm: VisitorForm = {
    title: (organizationName) => `Your link to the documents of ${organizationName}`,
    words: 'If you have access, your personal link is sent again to the address that you were given access for.',
    fields: [email],
    button: 'Send me my link',
    async act(req, res, friendlyUrl, values) {
      const { message } = await ask(req, res, 'reclaimTrustAccess', { path: { friendlyUrl }, body: pickFilled(values, 'email') });
      return messagePage('Please look into your mailbox', message);
    },
  };

  for (const [name, visitorForm] of [['request', requestForm] as const, ['recover', recoveryForm] as const]) {
    const show = async (req: Request, res: Response, filledIn: Form): Promise<View> => {
      const { friendlyUrl } = await requirePortal(req);
      const { organizationName } = await ask(req, res, 'getPublicTrustPortal', { path: { friendlyUrl } });
      return visitorFormView(visitorForm, organizationName, filledIn);
    };
    router.get(
      `${prefix}/${name}`,
      ...middleware,
      page((req, res) => show(req, res, { values: {} })),
    );
    router.post(
      `${prefix}/${name}`,
      ...middleware,
      form(async (req, res, values) => visitorForm.act(req, res, (await requirePortal(req)).friendlyUrl, values), show),
    );
  }
  return router;

  async function requirePortal(req: Request): Promise<Portal> {
    const portal = await portalOf(req);
    if (!portal) throw new RefusalError(refusal('trust_portal_not_found'));
    return portal;
  }
}

function visitorFormView({ title, words, fields, button }: VisitorForm, organizationName: string, form: Form): View {
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  return {
    title: title(organizationName),
    body: html`${problemNotice(form.problem, labels)}
    ${section(
      'What we need from you',
      html`<p>${words}</p>
        ${renderForm(fields, form, button)}`,
    )}`,
  };
}
