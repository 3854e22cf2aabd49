/** Updates lists of the portal: questions and answers, people exempt from the agreement, and frameworks. */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { changeFrameworks, changePortal, findPortalRow, listFaqs, listFrameworks, replaceFaqs } from '../queries/portal.ts';
import { sanitizeMarkdown } from '../rules/markdown.ts';
import { parseHostName } from '../rules/addresses.ts';

type Operations =
  'replaceTrustPortalFaqs' | 'replaceTrustPortalAllowedDomains' | 'replaceTrustPortalAllowedEmails' | 'updateTrustPortalFrameworks';

export const lists: Pick<Handlers<'trust-portal'>, Operations> = {
  async replaceTrustPortalFaqs({ body: { faqs }, db, audit }) {
    const cleanedFaqs = faqs.map(({ question, answer }) => ({ question, answer: sanitizeMarkdown(answer) }));
    const emptyIndex = cleanedFaqs.findIndex(({ answer }) => answer === '');
    if (emptyIndex >= 0) return invalid({ [`faqs.${emptyIndex}.answer`]: fieldErrors.notAllowed('must have text besides HTML') });
    const before = await listFaqs(db);
    await changePortal(db, {});
    await replaceFaqs(db, cleanedFaqs);
    audit.performed('Replaced the questions and answers', {
      changes: { faqs: { previous: before.map(({ question }) => question), current: cleanedFaqs.map(({ question }) => question) } },
    });
    return { status: 200, body: { data: await listFaqs(db) } };
  },

  async replaceTrustPortalAllowedDomains({ body: { domains }, db, audit }) {
    const hosts = domains.map(parseHostName);
    const invalidIndex = hosts.indexOf(undefined);
    if (invalidIndex >= 0)
      return invalid({ [`domains.${invalidIndex}`]: fieldErrors.invalidFormat('a host name such as trust.example.com') });
    const data = [...new Set(hosts.flatMap((host) => host ?? []))];
    const previous = (await findPortalRow(db))?.allowedDomains ?? [];
    await changePortal(db, { allowed_domains: data });
    audit.performed('Replaced the domains that skip the agreement', { changes: { allowedDomains: { previous, current: data } } });
    return { status: 200, body: { data } };
  },

  async replaceTrustPortalAllowedEmails({ body: { emails }, db, audit }) {
    const data = [...new Set(emails)];
    const previous = (await findPortalRow(db))?.allowedEmails ?? [];
    await changePortal(db, { allowed_emails: data });
    audit.performed('Replaced the addresses that skip the agreement', { changes: { allowedEmails: { previous, current: data } } });
    return { status: 200, body: { data } };
  },

  async updateTrustPortalFrameworks({ body: { frameworks }, db, audit }) {
    const duplicateIndex = frameworks.findIndex(
      ({ framework }, index) => frameworks.findIndex((other) => other.framework === framework) < index,
    );
    if (duplicateIndex >= 0) return invalid({ [`frameworks.${duplicateIndex}.framework`]: fieldErrors.duplicate() });
    const before = await listFrameworks(db);
    await changePortal(db, {});
    await changeFrameworks(db, frameworks);
    const data = await listFrameworks(db);
    audit.changed(auditFields(before), auditFields(data), { description: 'Updated the frameworks of the trust portal' });
    return { status: 200, body: { data } };
  },
};

function auditFields(frameworks: readonly components['schemas']['TrustPortalFrameworkSetting'][]): Fields {
  return Object.fromEntries(
    frameworks.flatMap(({ framework, enabled, status }) => [
      [`${framework}.enabled`, enabled],
      [`${framework}.status`, status],
    ]),
  );
}
