/** The confirmation of a member's address, for whoever gets its link by mail (spec/areas/people, rules 1 and 4). */
import { type Request, type Response, Router } from 'express';
import { confirmByLink, type ConfirmedByLink } from '../../domain/members/confirm-by-link.ts';
import { nobody } from '../../platform/audit/acting-entry.ts';
import type { Database } from '../../platform/database/open.ts';
import type { Secrets } from '../../platform/ports/secrets.ts';
import { RefusalError, refusal } from '../../platform/refusals/refusal.ts';
import { html } from '../html.ts';
import { type Answering, tokenIn } from './answering.ts';
import { formOf } from './form.ts';
import { note, section, type View } from './view.ts';

export function confirmationPages({ page }: Answering, database: Database, secrets: Secrets): Router {
  const router = Router({ strict: true });
  const at = '/confirm-email/:token';
  // Programs that look at the links of mails confirm nothing: that takes the button.
  router.get(
    at,
    page(async (req) => confirmView(await confirmedBy(req, true))),
  );
  router.post(
    at,
    page(async (req: Request, _res: Response) => {
      const { email, organizationName } = await confirmedBy(req, false);
      return note('Your address is confirmed', `${organizationName} knows now that ${email} is yours.`);
    }),
  );
  return router;

  /** @throws RefusalError for a link that does not work */
  async function confirmedBy(req: Request, dryRun: boolean): Promise<ConfirmedByLink> {
    const actorOf = (email: string) => ({ ...nobody, via: `the confirmation link of ${email}` });
    const confirmed = await confirmByLink(database, secrets, tokenIn(req), { actorOf, dryRun });
    if (!confirmed) throw new RefusalError(refusal('not_found'));
    return confirmed;
  }
}

function confirmView({ email, organizationName }: ConfirmedByLink): View {
  return {
    title: 'Confirm your e-mail address',
    lead: `${organizationName} knows you by ${email}`,
    body: section(
      'Is this address yours?',
      html`<p>
          If it is, and you take part in ${organizationName}, confirm it. Otherwise close this page: nobody gets access to your account.
        </p>
        ${formOf([], { values: {} }, 'Confirm the address')}`,
    ),
  };
}
