/** Confirms a member's e-mail address by the link in the mail (people, rules 1 and 4). */
import { type Request, type Response, Router } from 'express';
import { confirmByLink, type ConfirmedByLink } from '#domain/people/members/confirm-by-link';
import { noActor } from '#platform/audit/create-entry';
import type { Database } from '#platform/database/open';
import type { Secrets } from '#platform/ports/secrets';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { html } from '../html.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { renderForm } from './form.ts';
import { messagePage, section, type View } from './view.ts';

export function confirmationPages({ page }: PageHandlers, database: Database, secrets: Secrets): Router {
  const router = Router({ strict: true });
  const pagePath = '/confirm-email/:token';
  // Mail scanners follow links, so a GET must not confirm: the person has to press the button.
  router.get(
    pagePath,
    page(async (req) => confirmView(await confirm(req, true))),
  );
  router.post(
    pagePath,
    page(async (req: Request, _res: Response) => {
      const { email, organizationName } = await confirm(req, false);
      return messagePage('Your address is confirmed', `${organizationName} knows now that ${email} is yours.`);
    }),
  );
  return router;

  /** Confirms the address, or with `dryRun` only checks the link. @throws RefusalError for an invalid link */
  async function confirm(req: Request, dryRun: boolean): Promise<ConfirmedByLink> {
    const actorOf = (email: string) => ({ ...noActor, via: `the confirmation link of ${email}` });
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
        ${renderForm([], { values: {} }, 'Confirm the address')}`,
    ),
  };
}
