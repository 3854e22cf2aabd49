/** Receives requests from visitors of a published page, for access or for another copy of their link. */
import type { Handlers } from '#contract/types';
import { findPage } from '#domain/trust/portal/public-page';
import { hashOf } from '#platform/identity/keys';
import { changesOnCreate } from '#platform/audit/changes';
import { linkTo } from '#platform/links/page-url';
import { queueMailIf } from '#platform/mail/outbox';
import { findActiveGrantId } from '../queries/grants.ts';
import { insertRequest } from '../queries/requests.ts';
import { listReviewers } from '../queries/reviewers.ts';
import { auditFields } from '../rules/audit-fields.ts';
import { newRequestMail } from '../rules/mails.ts';
import { withPublishedPage } from './visitor-access.ts';
import { sendPersonalLink } from './send-links.ts';

type Operations = 'createTrustAccessRequest' | 'reclaimTrustAccess';

export const visitors: Pick<Handlers<'trust-access'>, Operations> = {
  async createTrustAccessRequest({ body, client, network, count, ...call }) {
    const email = body.email;
    countTowardLimits(count, network, email);
    return withPublishedPage(call, async ({ db, ports, audit }) => {
      const page = await findPage(db, ports.files);
      // The steps are the same for every address, so that the response and its time do not reveal whether the address has access.
      const grantId = await findActiveGrantId(db, email);
      const hasAccess = (await sendPersonalLink({ db, ports }, grantId, 'recovered', { page })) !== undefined;
      const requestFields = {
        name: body.name,
        email,
        company: body.company || null,
        jobTitle: body.jobTitle || null,
        purpose: body.purpose || null,
        requestedDurationDays: body.requestedDurationDays ?? null,
      };
      const request = await insertRequest(db, requestFields, client, !hasAccess);
      const isNew = request?.isNew === true;
      const requestUrl = linkTo(ports, db.organizationId, { type: 'trust_access_request', id: request?.id ?? '' });
      const reviewers = await listReviewers(db, page.contactEmail);
      await queueMailIf(db, isNew, ...reviewers.map((to) => newRequestMail(to, requestFields, requestUrl)));
      if (isNew)
        audit.performed('Requested access to confidential documents', {
          ...auditFields(request.id),
          changes: changesOnCreate({ ...requestFields }),
        });
      else if (hasAccess && grantId !== undefined)
        audit.performed('Sent the personal link again, because it was asked for', { ...auditFields(grantId), data: { email } });
      else
        audit.performed('Requested access again while a request is under review', { ...auditFields(request?.id ?? null), data: { email } });
      return { status: 201 as const, body: { id: null, status: 'under_review' as const } };
    });
  },

  async reclaimTrustAccess({ body, network, count, ...call }) {
    const email = body.email;
    countTowardLimits(count, network, email);
    return withPublishedPage(call, async ({ db, ports, audit }) => {
      const grantId = await findActiveGrantId(db, email);
      const link = await sendPersonalLink({ db, ports }, grantId, 'recovered', { query: body.query });
      const isLinkSent = grantId !== undefined && link !== undefined;
      audit.performed(isLinkSent ? 'Sent a personal link again' : 'Was asked for the link of an address without access', {
        ...auditFields(isLinkSent ? grantId : null),
        data: { email },
      });
      return { status: 200 as const, body: { message: 'If this address has access, its link is on the way by e-mail.' } };
    });
  },
};

/** Limits requests by network and by address, to prevent mail flooding and guessing of addresses. @throws if a limit is exceeded */
function countTowardLimits(count: (counter: string) => void, network: string, email: string): void {
  count(`network ${network}`);
  count(`address ${hashOf(email)}`);
}
