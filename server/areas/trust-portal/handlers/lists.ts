/** What is written as a whole list: questions, who skips the agreement, frameworks. */
import type { components } from '../../../../generated/api.d.ts';
import type { Fields } from '../../../platform/audit/changes.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { changeFrameworks, changePortal, findRow, listFaqs, listFrameworks, replaceFaqs } from '../queries/portal.ts';
import { harmlessMarkdown } from '../rules/markdown.ts';
import { hostNameOf } from '../rules/addresses.ts';

type Lists =
  'replaceTrustPortalFaqs' | 'replaceTrustPortalAllowedDomains' | 'replaceTrustPortalAllowedEmails' | 'updateTrustPortalFrameworks';

export const lists: Pick<Handlers<'trust-portal'>, Lists> = {
  async replaceTrustPortalFaqs({ body: { faqs }, db, audit }) {
    const written = faqs.map(({ question, answer }) => ({ question: question.trim(), answer: harmlessMarkdown(answer) }));
    const empty = written.findIndex(({ answer }) => answer === '');
    if (empty >= 0) return invalid({ [`faqs.${empty}.answer`]: 'must have text besides HTML' });
    const before = await listFaqs(db);
    await changePortal(db, {});
    await replaceFaqs(db, written);
    audit.did('Replaced the questions and answers', {
      changes: { faqs: { previous: before.map(({ question }) => question), current: written.map(({ question }) => question) } },
    });
    return { status: 200, body: { data: await listFaqs(db) } };
  },

  async replaceTrustPortalAllowedDomains({ body: { domains }, db, audit }) {
    const hosts = domains.map(hostNameOf);
    const wrong = hosts.indexOf(undefined);
    if (wrong >= 0) return invalid({ [`domains.${wrong}`]: 'must be a host name such as trust.example.com' });
    const data = [...new Set(hosts.flatMap((host) => host ?? []))];
    const previous = (await findRow(db))?.allowedDomains ?? [];
    await changePortal(db, { allowed_domains: data });
    audit.did('Replaced the domains that skip the agreement', { changes: { allowedDomains: { previous, current: data } } });
    return { status: 200, body: { data } };
  },

  async replaceTrustPortalAllowedEmails({ body: { emails }, db, audit }) {
    const data = [...new Set(emails.map((email) => email.toLowerCase()))];
    const previous = (await findRow(db))?.allowedEmails ?? [];
    await changePortal(db, { allowed_emails: data });
    audit.did('Replaced the addresses that skip the agreement', { changes: { allowedEmails: { previous, current: data } } });
    return { status: 200, body: { data } };
  },

  async updateTrustPortalFrameworks({ body: { frameworks }, db, audit }) {
    const twice = frameworks.findIndex(({ framework }, index) => frameworks.findIndex((other) => other.framework === framework) < index);
    if (twice >= 0) return invalid({ [`frameworks.${twice}.framework`]: 'must not be repeated' });
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
