/** What anybody may ask of a published page: access, and their link once more. */
import type { Handlers } from '../../../contract/types.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import { addressOf } from '../../../domain/targets/pages.ts';
import { hashOf } from '../../../platform/identity/keys.ts';
import { postMail } from '../../../platform/mail/post.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { findActiveGrantId } from '../queries/grants.ts';
import { insertRequest } from '../queries/requests.ts';
import { listReviewers } from '../queries/reviewers.ts';
import { about } from '../rules/logged.ts';
import { newRequest } from '../rules/mails.ts';
import { onPage } from './entrances.ts';
import { sendPersonalLink } from './sending.ts';

type Visitors = 'createTrustAccessRequest' | 'reclaimTrustAccess';

export const visitors: Pick<Handlers<'trust-access'>, Visitors> = {
  async createTrustAccessRequest({ body, client, network, count, ...call }) {
    const email = normalized(body.email);
    countBoth(count, network, email);
    return onPage(call, async ({ db, ports, audit }) => {
      const page = await findPage(db, ports.files);
      const held = await findActiveGrantId(db, email);
      if (held !== undefined && (await sendPersonalLink({ db, ports }, held, 'recovered', { page })) !== undefined) {
        audit.did('Sent the personal link again, because it was asked for', { ...about(held), data: { email } });
        return { status: 200 as const, body: { id: null, status: 'already_approved' as const } };
      }
      const asked = {
        name: body.name.trim(),
        email,
        company: body.company?.trim() || null,
        jobTitle: body.jobTitle?.trim() || null,
        purpose: body.purpose?.trim() || null,
        requestedDurationDays: body.requestedDurationDays ?? null,
      };
      const id = await insertRequest(db, asked, client);
      if (id === undefined) return refusal('access_request_pending');
      const address = addressOf(ports, db.organizationId, '/trust/requests');
      await postMail(db, ...(await listReviewers(db, page.contactEmail)).map((to) => newRequest(to, asked, address)));
      audit.created(asked, { ...about(id), description: 'Requested access to confidential documents' });
      return { status: 201 as const, body: { id, status: 'under_review' as const } };
    });
  },

  async reclaimTrustAccess({ body, network, count, ...call }) {
    const email = normalized(body.email);
    countBoth(count, network, email);
    return onPage(call, async ({ db, ports, audit }) => {
      const held = await findActiveGrantId(db, email);
      const link = await sendPersonalLink({ db, ports }, held, 'recovered', { query: body.query });
      const found = held !== undefined && link !== undefined;
      audit.did(found ? 'Sent a personal link again' : 'Was asked for the link of an address without access', {
        ...about(found ? held : db.organizationId),
        data: { email },
      });
      return { status: 200 as const, body: { message: 'If this address has access, its link is on the way by e-mail.' } };
    });
  },
};

function normalized(email: string): string {
  return email.toLowerCase();
}

/** So many of one network and so many for one address: neither is filled with mails, nor are addresses tried. */
function countBoth(count: (counter: string) => void, network: string, email: string): void {
  count(`network ${network}`);
  count(`address ${hashOf(email)}`);
}
