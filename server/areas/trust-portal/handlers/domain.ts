/** The portal's own host name, and the records in the DNS that prove it (spec/areas/trust-portal, rules 4 to 6). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers, Reply } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { violates } from '../../../platform/database/violations.ts';
import { postMail } from '../../../platform/mail/post.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { changePortal, findRow, isTaken, listContacts } from '../queries/portal.ts';
import { hostNameOf, registrableDomain } from '../rules/addresses.ts';
import { CallOutside, Deferred } from '../../../contract/replies.ts';

type Domain = 'replaceTrustPortalDomain' | 'deleteTrustPortalDomain' | 'checkTrustPortalDns' | 'getTrustPortalDomainStatus';
type Record = components['schemas']['TrustPortalDnsRecord'];

export const domain: Pick<Handlers<'trust-portal'>, Domain> = {
  async replaceTrustPortalDomain({ body, db, ports, audit }) {
    const host = hostNameOf(body.domain);
    if (host === undefined) return invalid({ domain: 'must be a host name such as trust.example.com' });
    const before = await findRow(db);
    const kept = before?.domain === host;
    if (!kept && (await isTaken(db, host))) return taken();
    if (!kept) await changePortal(db, { domain: host, cname_verified: false, txt_verified: false });
    audit.changed({ domain: before?.domain ?? null }, { domain: host });
    return {
      status: 200,
      body: statusOf(
        host,
        recordsOf(host, db, ports).map((record) => ({
          ...record,
          verified: kept && (record.type === 'CNAME' ? before.cnameVerified : before.txtVerified),
        })),
        ports,
      ),
    };
  },

  async deleteTrustPortalDomain({ db, audit }) {
    const host = (await findRow(db))?.domain;
    if (typeof host !== 'string') return refusal('domain_not_found');
    await changePortal(db, { domain: null, cname_verified: false, txt_verified: false });
    audit.removed({ domain: host }, { description: 'Removed the domain of the trust portal' });
    return { status: 204 };
  },

  async checkTrustPortalDns({ db, ports }) {
    const asked = (await findRow(db))?.domain;
    if (typeof asked !== 'string') return refusal('no_domain');
    return new CallOutside(async () => {
      const found = await lookedUp(recordsOf(asked, db, ports), ports);
      return (context) => proofOf(context, asked, found);
    });
  },

  async getTrustPortalDomainStatus({ db, ports }) {
    const before = await findRow(db);
    if (typeof before?.domain !== 'string') return refusal('domain_not_found');
    const { domain: host } = before;
    // Name servers may take their time, and the database need not wait for them.
    return new Deferred(async () => {
      const found = await lookedUp(recordsOf(host, db, ports), ports);
      return found
        ? { status: 200, body: { ...statusOf(host, found, ports), verified: before.cnameVerified && before.txtVerified } }
        : refusal('name_servers_unreachable');
    });
  },
};

const checked = 'Checked the domain of the trust portal';
/** What is known without a hosting provider. */
const unhosted = { isProviderTxtVerified: false, misconfigured: null } as const;

/** Stores what was found of the domain's records, once it is known. @param found undefined when no name server answered */
async function proofOf(
  { db, ports: { trustPortalHost: recommendedCname }, audit }: OrganizationContext,
  asked: string,
  found: Record[] | undefined,
): Promise<Reply<'checkTrustPortalDns'>> {
  const before = await findRow(db);
  if (before?.domain !== asked) return refusal('domain_changed');
  const { cnameVerified, txtVerified } = before;
  const was = cnameVerified && txtVerified;
  if (!found) {
    audit.did(checked);
    return {
      status: 200,
      body: {
        ...unhosted,
        verified: was,
        isCnameVerified: cnameVerified,
        isTxtVerified: txtVerified,
        recommendedCname,
        transient: true,
        reason: 'The name servers cannot be reached',
      },
    };
  }
  const [isCnameVerified, isTxtVerified] = [isFound(found, 'CNAME'), isFound(found, 'TXT')];
  const verified = found.every((record) => record.verified);
  const reason = found
    .filter((record) => !record.verified)
    .map((record) => `${record.type} ${record.domain}: ${record.reason}`)
    .join('; ');
  try {
    await changePortal(db, { cname_verified: isCnameVerified, txt_verified: isTxtVerified });
  } catch (error) {
    if (violates(error, 'trust_portal_domain')) return taken();
    throw error;
  }
  if (was && !verified) await tell(db, asked, reason);
  audit.did(verified ? 'Proved the domain of the trust portal' : checked, {
    changes: { domainVerified: { previous: was, current: verified } },
  });
  return {
    status: 200,
    body: { ...unhosted, verified, isCnameVerified, isTxtVerified, recommendedCname, transient: false, reason: reason || null },
  };
}

/** Of two organizations that could prove a domain, the first that did has it until it gives it up or no longer can. */
const taken = () => refusal('domain_taken');

/** The records that prove a host name: that it leads to the service, and that who registered it means this organization. */
function recordsOf(host: string, { organizationId }: OrganizationDatabase, { trustPortalHost }: Ports) {
  return [
    { type: 'CNAME', domain: host, value: trustPortalHost },
    { type: 'TXT', domain: registrableDomain(host), value: `compliance-domain-verification=${organizationId}` },
  ] as const;
}

function statusOf(host: string, verification: Record[], { trustPortalHost }: Ports): components['schemas']['TrustPortalDomainStatus'] {
  const { misconfigured } = unhosted;
  return {
    domain: host,
    verified: verification.every((record) => record.verified),
    verification,
    cnameTarget: trustPortalHost,
    misconfigured,
  };
}

/** @returns the records with what was found; undefined when one of them could not be looked up */
async function lookedUp(records: ReturnType<typeof recordsOf>, { dns }: Ports): Promise<Record[] | undefined> {
  const found = await Promise.all(
    records.map(async (record): Promise<Record | undefined> => {
      const values = await (record.type === 'CNAME' ? dns.cname(record.domain) : dns.txt(record.domain));
      if (!values) return undefined;
      if (values.some((value) => value.toLowerCase().replace(/\.$/, '') === record.value.toLowerCase()))
        return { ...record, verified: true };
      const instead = record.type === 'CNAME' ? values : values.filter((value) => value.startsWith('compliance-domain-verification='));
      return {
        ...record,
        verified: false,
        reason: instead.length ? `It says ${instead.join(', ').slice(0, 500)}` : 'There is no such record',
      };
    }),
  );
  return found.every((record) => record !== undefined) ? found : undefined;
}

function isFound(records: readonly Record[], type: Record['type']): boolean {
  return records.some((record) => record.type === type && record.verified);
}

/** The contact, else the owners, hear of a proof that no longer holds. */
async function tell(db: OrganizationDatabase, host: string, reason: string): Promise<void> {
  const recipients = await listContacts(db);
  await postMail(
    db,
    ...recipients.map((to) => ({
      to,
      subject: `The trust portal is no longer served at ${host}`,
      text: `The records that prove the domain ${host} are no longer found.\n${reason}`,
    })),
  );
}
