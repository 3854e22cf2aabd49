/** Manages the portal's own host name and the DNS records that verify it (trust-portal, rules 4 to 6). */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers, Reply } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { violates } from '#platform/database/violations';
import { queueMail } from '#platform/mail/outbox';
import type { Ports } from '#platform/ports/index';
import { changePortal, findPortalRow, isDomainTaken, listContacts } from '../queries/portal.ts';
import { parseHostName, registrableDomain } from '../rules/addresses.ts';
import { CallExternal, Deferred } from '#contract/replies';

type Operations = 'replaceTrustPortalDomain' | 'deleteTrustPortalDomain' | 'checkTrustPortalDns' | 'getTrustPortalDomainStatus';
type DnsRecord = components['schemas']['TrustPortalDnsRecord'];

export const domain: Pick<Handlers<'trust-portal'>, Operations> = {
  async replaceTrustPortalDomain({ body, db, ports, audit }) {
    const host = parseHostName(body.domain);
    if (host === undefined) return invalid({ domain: fieldErrors.invalidFormat('a host name such as trust.example.com') });
    const before = await findPortalRow(db);
    const isUnchanged = before?.domain === host;
    if (!isUnchanged && (await isDomainTaken(db, host))) return domainTaken();
    if (!isUnchanged) await changePortal(db, { domain: host, cname_verified: false, txt_verified: false });
    audit.changed({ domain: before?.domain ?? null }, { domain: host });
    return {
      status: 200,
      body: toDomainStatus(
        host,
        createDnsRecords(host, db, ports).map((record) => ({
          ...record,
          verified: isUnchanged && (record.type === 'CNAME' ? before.cnameVerified : before.txtVerified),
        })),
        ports,
      ),
    };
  },

  async deleteTrustPortalDomain({ db, audit }) {
    const host = (await findPortalRow(db))?.domain;
    if (typeof host !== 'string') return refusal('domain_not_found');
    await changePortal(db, { domain: null, cname_verified: false, txt_verified: false });
    audit.removed({ domain: host }, { description: 'Removed the domain of the trust portal' });
    return { status: 204 };
  },

  async checkTrustPortalDns({ db, ports }) {
    const checkedHost = (await findPortalRow(db))?.domain;
    if (typeof checkedHost !== 'string') return refusal('no_domain');
    return new CallExternal(async () => {
      const results = await lookUpRecords(createDnsRecords(checkedHost, db, ports), ports);
      return (context) => storeResult(context, checkedHost, results);
    });
  },

  async getTrustPortalDomainStatus({ db, ports }) {
    const portal = await findPortalRow(db);
    if (typeof portal?.domain !== 'string') return refusal('domain_not_found');
    const { domain: host } = portal;
    // Runs after the transaction, because name servers can be slow.
    return new Deferred(async () => {
      const results = await lookUpRecords(createDnsRecords(host, db, ports), ports);
      return results
        ? { status: 200, body: { ...toDomainStatus(host, results, ports), verified: portal.cnameVerified && portal.txtVerified } }
        : refusal('name_servers_unreachable');
    });
  },
};

const checkDescription = 'Checked the domain of the trust portal';
/** Values of fields that only a hosting provider could determine. */
const providerFields = { isProviderTxtVerified: false, misconfigured: null } as const;

/**
 * Stores the result of a DNS check.
 * @param results the records with their results; undefined if a lookup failed
 */
async function storeResult(
  { db, ports: { trustPortalHost: recommendedCname }, audit }: OrganizationContext,
  checkedHost: string,
  results: DnsRecord[] | undefined,
): Promise<Reply<'checkTrustPortalDns'>> {
  const before = await findPortalRow(db);
  if (before?.domain !== checkedHost) return refusal('domain_changed');
  const { cnameVerified, txtVerified } = before;
  const wasVerified = cnameVerified && txtVerified;
  if (!results) {
    audit.performed(checkDescription);
    return {
      status: 200,
      body: {
        ...providerFields,
        verified: wasVerified,
        isCnameVerified: cnameVerified,
        isTxtVerified: txtVerified,
        recommendedCname,
        transient: true,
        reason: 'The name servers cannot be reached',
      },
    };
  }
  const [isCnameVerified, isTxtVerified] = [isVerified(results, 'CNAME'), isVerified(results, 'TXT')];
  const verified = results.every((record) => record.verified);
  const reason = results
    .filter((record) => !record.verified)
    .map((record) => `${record.type} ${record.domain}: ${record.reason}`)
    .join('; ');
  try {
    await changePortal(db, { cname_verified: isCnameVerified, txt_verified: isTxtVerified });
  } catch (error) {
    if (violates(error, 'trust_portal_domain')) return domainTaken();
    throw error;
  }
  if (wasVerified && !verified) await notifyContacts(db, checkedHost, reason);
  audit.performed(verified ? 'Proved the domain of the trust portal' : checkDescription, {
    changes: { domainVerified: { previous: wasVerified, current: verified } },
  });
  return {
    status: 200,
    body: { ...providerFields, verified, isCnameVerified, isTxtVerified, recommendedCname, transient: false, reason: reason || null },
  };
}

/** If two organizations could verify a domain, the first keeps it until it removes the domain or can no longer verify it. */
const domainTaken = () => refusal('domain_taken');

/** @returns the DNS records that verify a host name: one points to the service, and one proves that its owner chose this organization */
function createDnsRecords(host: string, { organizationId }: OrganizationDatabase, { trustPortalHost }: Ports) {
  return [
    { type: 'CNAME', domain: host, value: trustPortalHost },
    { type: 'TXT', domain: registrableDomain(host), value: `compliance-domain-verification=${organizationId}` },
  ] as const;
}

function toDomainStatus(
  host: string,
  verification: DnsRecord[],
  { trustPortalHost }: Ports,
): components['schemas']['TrustPortalDomainStatus'] {
  const { misconfigured } = providerFields;
  return {
    domain: host,
    verified: verification.every((record) => record.verified),
    verification,
    cnameTarget: trustPortalHost,
    misconfigured,
  };
}

/** @returns the records with the results; undefined if one of the lookups failed */
async function lookUpRecords(records: ReturnType<typeof createDnsRecords>, { dns }: Ports): Promise<DnsRecord[] | undefined> {
  const results = await Promise.all(
    records.map(async (record): Promise<DnsRecord | undefined> => {
      const values = await (record.type === 'CNAME' ? dns.cname(record.domain) : dns.txt(record.domain));
      if (!values) return undefined;
      if (values.some((value) => value.toLowerCase().replace(/\.$/, '') === record.value.toLowerCase()))
        return { ...record, verified: true };
      const otherValues = record.type === 'CNAME' ? values : values.filter((value) => value.startsWith('compliance-domain-verification='));
      return {
        ...record,
        verified: false,
        reason: otherValues.length ? `It says ${otherValues.join(', ').slice(0, 500)}` : 'There is no such record',
      };
    }),
  );
  return results.every((record) => record !== undefined) ? results : undefined;
}

function isVerified(records: readonly DnsRecord[], type: DnsRecord['type']): boolean {
  return records.some((record) => record.type === type && record.verified);
}

/** Notifies the contact, or the owners if there is none, that the host name is no longer verified. */
async function notifyContacts(db: OrganizationDatabase, host: string, reason: string): Promise<void> {
  const recipients = await listContacts(db);
  await queueMail(
    db,
    ...recipients.map((to) => ({
      to,
      subject: `The trust portal is no longer served at ${host}`,
      text: `The records that prove the domain ${host} are no longer found.\n${reason}`,
    })),
  );
}
