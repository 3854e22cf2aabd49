import type { components } from '../../../generated/api.d.ts';
import type { Handlers } from '../../contract/types.ts';
import { isHidden } from '../../domain/targets/hidden.ts';
import { addressOf } from '../../domain/targets/pages.ts';
import { pageOfFinding } from '../../domain/targets/subjects.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { type ActingMember, findActingMember } from '../../platform/identity/acting-member.ts';
import { notify } from '../../platform/mail/notify.ts';
import { invalid, refusal } from '../../platform/refusals/refusal.ts';
import { deleteFinding, findFinding, insertFinding, listFindings, lockFinding, updateFinding } from './queries/findings.ts';
import { changed, created, type Deed, deleted, listHistory } from './queries/history.ts';
import { authorOf, findMissingTarget, recipientsOf } from './queries/targets.ts';
import { type Message, movedTo, raised } from './rules/mails.ts';
import { templateOf, templates } from './rules/templates.ts';
import { moved } from './rules/transitions.ts';

type Finding = components['schemas']['Finding'];

const notFound = () => refusal('finding_not_found');
const hidden = () => refusal('policy_not_visible');

export const findings: Handlers<'findings'> = {
  async listFindings({ query, page, db, actor }) {
    return { status: 200, page: await listFindings(db, query, actor.memberId, page) };
  },

  async createFinding({ body, actor, audit, ...context }) {
    const { db } = context;
    if (body.templateId !== undefined && !templateOf(body.templateId)) return invalid({ templateId: 'must be a finding template' });
    const missing = await findMissingTarget(db, body);
    if (missing) return missing;
    if (body.policyId !== undefined && (await isHidden(db, actor, 'policy', body.policyId))) return hidden();
    const author = await findActingMember(db, actor);
    if (!author) throw new Error('the actor is no active member');
    const finding = await findFinding(db, await insertFinding(db, author.id, { ...body, content: body.content.trim() }));
    if (!finding) throw new Error('the finding is gone');
    note(audit, created(finding));
    await tell(context, finding, author, raised(finding, author.name, addressIn(context, finding)));
    return { status: 201, body: finding };
  },

  async getFinding({ path, db, actor }) {
    const finding = await findFinding(db, path.id);
    if (!finding) return notFound();
    return (await isHidden(db, actor, 'finding', finding.id)) ? hidden() : { status: 200, body: finding };
  },

  async updateFinding({ path, body, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockFinding(db, path.id);
    if (!before) return notFound();
    if (await isHidden(db, actor, 'finding', before.id)) return hidden();
    const standing = moved(before, body, actor.permissions.has('finding:create'));
    if (standing === 'reserved') return refusal('finding_status_reserved');
    if (standing === 'closed') return refusal('finding_closed');
    const by = await findActingMember(db, actor);
    if (!by) throw new Error('the actor is no active member');
    const { type = before.type, severity = before.severity, content = before.content } = body;
    await updateFinding(db, before.id, { ...standing, type, severity, content: content.trim() });
    const after = await findFinding(db, before.id);
    if (!after) return notFound();
    const deeds = changed(before, after);
    for (const deed of deeds) note(audit, deed);
    if (!deeds.length) audit.did('Updated a finding', { entityType: 'finding', entityId: after.id });
    const message = before.status === after.status ? undefined : movedTo(after, by.name, addressIn(context, after));
    if (message) await tell(context, after, by, message);
    return { status: 200, body: after };
  },

  async deleteFinding({ path, db, actor, audit }) {
    const finding = await lockFinding(db, path.id);
    if (!finding) return notFound();
    if (await isHidden(db, actor, 'finding', finding.id)) return hidden();
    await deleteFinding(db, finding.id);
    note(audit, deleted(finding));
    return { status: 204 };
  },

  async listFindingHistory({ path, page, db, actor }) {
    if (!(await findFinding(db, path.id))) return notFound();
    if (await isHidden(db, actor, 'finding', path.id)) return hidden();
    return { status: 200, page: await listHistory(db, path.id, page) };
  },

  async listFindingTemplates({ query: { category } }) {
    return { status: 200, body: { data: templates.filter((template) => category?.includes(template.category) ?? true) } };
  },

  async getFindingTemplate({ path }) {
    const template = templateOf(path.id);
    return template ? { status: 200, body: template } : refusal('finding_template_not_found');
  },
};

type Telling = Pick<OrganizationContext, 'db' | 'ports'>;

function note(audit: Audit, { description, ...more }: Deed): void {
  audit.did(description, more);
}

function addressIn({ db, ports }: Telling, { id }: Finding): string {
  return addressOf(ports, db.organizationId, pageOfFinding(id));
}

/** Mails whom the message is for, except the acting member (spec/areas/findings, rule 7). */
async function tell(telling: Telling, finding: Finding, by: ActingMember, { to, subject, text }: Message): Promise<void> {
  const { db, ports } = telling;
  const find = to === 'author' ? authorOf : recipientsOf;
  const userIds = await find(db, finding, ports.access.staffEmailDomains);
  await notify(db, {
    kind: 'findingNotifications',
    userIds: userIds.filter((id) => id !== by.userId),
    subject,
    text,
    appUrl: addressIn(telling, finding),
  });
}
