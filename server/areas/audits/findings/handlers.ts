/** Handlers of findings, their history and their templates. */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { targetKinds } from '#domain/access/findings/targets';
import { withReadableIds } from '#domain/access/records/filters';
import type { Audit } from '#platform/audit/audit';
import type { OrganizationContext } from '#platform/context';
import { type ActingMember, findActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { deleteFinding, findFinding, insertFinding, listFindings, lockFinding, updateFinding } from './queries/findings.ts';
import { changeEntries, creationEntry, type AuditEntry, deletionEntry, listHistory } from './queries/history.ts';
import { findAuthorRecipients, checkTargetsExist, findRecipients, checkTargetPermissions } from './queries/targets.ts';
import { type Message, statusMessage, creationMessage } from './rules/mails.ts';
import { templateOf, templates } from './rules/templates.ts';
import { allowedStatuses, nextStatus } from './rules/transitions.ts';

type Finding = components['schemas']['Finding'];

const notFound = () => refusal('finding_not_found');

export const findings: Handlers<'findings'> = {
  async listFindings({ query, page, db, actor }) {
    const filter = await withReadableIds(db, actor, query, targetKinds);
    return { status: 200, page: await listFindings(db, filter, actor, page) };
  },

  async createFinding({ body, actor, audit, ...context }) {
    const { db } = context;
    if (body.templateId !== undefined && !templateOf(body.templateId))
      return invalid({ templateId: fieldErrors.unknownReference('finding_template', 'a finding template') });
    const targetRefusal = checkTargetPermissions(actor, body);
    if (targetRefusal) return targetRefusal;
    const notFoundRefusal = await checkTargetsExist(db, actor, body);
    if (notFoundRefusal) return notFoundRefusal;
    const author = await findActingMember(db, actor);
    if (!author) throw new Error('the actor is not an active member');
    const finding = await findFinding(db, actor, await insertFinding(db, author, body));
    if (!finding) throw new Error('the finding was not found');
    writeAudit(audit, creationEntry(finding));
    await sendMessage(context, finding, author, creationMessage(finding, nameWithVia(author)));
    return { status: 201, body: finding };
  },

  async getFinding({ path, db, actor }) {
    const finding = await findFinding(db, actor, path.id);
    return finding ? { status: 200, body: finding } : notFound();
  },

  async updateFinding({ path, body, actor, audit, ...context }) {
    const { db } = context;
    const before = await lockFinding(db, actor, path.id);
    if (!before) return notFound();
    const change = nextStatus(before, body, actor.permissions.has('finding:create'));
    if (change === 'reserved' || change === 'closed') {
      const allowed = allowedStatuses(before, actor.permissions.has('finding:create'));
      const members = { from: before.status, to: body.status ?? before.status, allowed };
      return change === 'reserved' ? refusal('finding_status_reserved', members) : refusal('finding_closed', members);
    }
    const actingMember = await findActingMember(db, actor);
    if (!actingMember) throw new Error('the actor is not an active member');
    const { type = before.type, severity = before.severity, content = before.content } = body;
    await updateFinding(db, before.id, { ...change, type, severity, content });
    const after = await findFinding(db, actor, before.id);
    if (!after) return notFound();
    const entries = changeEntries(before, after);
    for (const entry of entries) writeAudit(audit, entry);
    if (!entries.length) audit.performed('Updated a finding', { entityType: 'finding', entityId: after.id });
    const message = before.status === after.status ? undefined : statusMessage(after, nameWithVia(actingMember));
    if (message) await sendMessage(context, after, actingMember, message);
    return { status: 200, body: after };
  },

  async deleteFinding({ path, db, actor, audit }) {
    const finding = await lockFinding(db, actor, path.id);
    if (!finding) return notFound();
    await deleteFinding(db, finding.id);
    writeAudit(audit, deletionEntry(finding));
    return { status: 204 };
  },

  async listFindingHistory({ path, query, page, db, actor }) {
    if (!(await findFinding(db, actor, path.id))) return notFound();
    return { status: 200, page: await listHistory(db, path.id, query, page) };
  },

  async listFindingTemplates({ query: { category } }) {
    return { status: 200, body: { data: templates.filter((template) => category?.includes(template.category) ?? true) } };
  },

  async getFindingTemplate({ path }) {
    const template = templateOf(path.id);
    return template ? { status: 200, body: template } : refusal('finding_template_not_found');
  },
};

type NotifyContext = Pick<OrganizationContext, 'db' | 'ports'>;

function writeAudit(audit: Audit, { description, ...details }: AuditEntry): void {
  audit.performed(description, details);
}

/** Notifies the recipients of the message, except the acting member (findings, rule 7). */
async function sendMessage(
  context: NotifyContext,
  finding: Finding,
  actingMember: ActingMember,
  { to, subject, text }: Message,
): Promise<void> {
  const { db, ports } = context;
  const findUserIds = to === 'author' ? findAuthorRecipients : findRecipients;
  const userIds = await findUserIds(db, finding, ports.access.staffEmailDomains);
  await notify(context, {
    kind: 'findingNotifications',
    userIds: userIds.filter((id) => id !== actingMember.userId),
    subject,
    text: withLink(text),
    record: { type: 'finding', id: finding.id },
  });
}
