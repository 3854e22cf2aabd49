/** Drafts, and the letters that they become, to look at. */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findInstance, nameOf } from '../../../domain/frameworks/instances.ts';
import { findOrganization } from '../../../domain/organization/own.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { actorOf, insertEvent, listEvents } from '../queries/events.ts';
import { editable, type Fields } from '../queries/fields.ts';
import { deleteLetter, insertLetter, listLetters, renameLetter, updateLetter } from '../queries/letters.ts';
import { findViewer } from '../queries/people.ts';
import { findTemplate } from '../queries/templates.ts';
import { notDraft } from '../refusals.ts';
import { builtInTemplate } from '../rules/built-in-templates.ts';
import { typeInWords } from '../rules/types.ts';
import { shownTo } from '../rules/viewer.ts';
import { checked, withSent } from './fields.ts';
import { lockRequiredLetter, lookAt, requireLetter } from './require-letter.ts';

type Schemas = components['schemas'];
type Operations =
  | 'listEngagementLetters'
  | 'createEngagementLetter'
  | 'getEngagementLetter'
  | 'updateEngagementLetter'
  | 'deleteEngagementLetter'
  | 'listEngagementLetterHistory';

export const drafting: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async listEngagementLetters({ query, page, db, actor }) {
    const [letters, viewer] = await Promise.all([listLetters(db, query, page), findViewer(db, actor)]);
    return { status: 200, page: mapPage(letters, (letter) => shownTo(viewer, letter)) };
  },

  async createEngagementLetter({ body: { templateId, ...sent }, db, actor, audit }) {
    const own = templateId === undefined ? undefined : await findTemplate(db, templateId);
    const builtIn = templateId === undefined ? undefined : builtInTemplate(templateId);
    const template = own ?? builtIn;
    if (templateId !== undefined && !template)
      return invalid({ templateId: 'must be a template of the organization, or one that is built in' });
    const draft = await checked(db, withSent(await blankDraft(db, sent, template), sent));
    if (isRefusal(draft)) return draft;
    const userId = actor.user?.id ?? null;
    const id = await insertLetter(db, draft, { templateId: own?.id ?? null, builtInTemplateId: builtIn?.id ?? null, userId });
    await insertEvent(db, id, 'created', actorOf(actor));
    const letter = await lookAt(db, actor, id);
    audit.created({ reference: letter.reference, ...sent }, { description: 'Created letter of engagement', entityId: id });
    return { status: 201, body: letter };
  },

  async getEngagementLetter({ path, db, actor }) {
    const [letter, viewer] = await Promise.all([requireLetter(db, path.id), findViewer(db, actor)]);
    return isRefusal(letter) ? letter : { status: 200, body: shownTo(viewer, letter) };
  },

  async updateEngagementLetter({ path, body, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    const userId = actor.user?.id ?? null;
    const isTitleAlone = Object.keys(body).every((field) => field === 'title');
    if (letter.status !== 'draft') {
      if (!isTitleAlone || letter.status === 'signed' || letter.status === 'superseded') return notDraft();
      await renameLetter(db, letter.id, (body.title ?? letter.title).trim(), userId);
    } else {
      const draft = await checked(db, withSent(letter, body), letter);
      if (isRefusal(draft)) return draft;
      await updateLetter(db, letter.id, draft, userId);
    }
    await insertEvent(db, letter.id, 'updated', actorOf(actor), { fields: Object.keys(body).slice(0, 50) });
    const after = await requireLetter(db, letter.id);
    if (isRefusal(after)) return after;
    audit.changed(letter, after, { description: 'Updated letter of engagement', fields: editable });
    return { status: 200, body: await lookAt(db, actor, letter.id) };
  },

  async deleteEngagementLetter({ path, db, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'draft') return notDraft();
    await deleteLetter(db, letter.id);
    audit.removed({ reference: letter.reference, title: letter.title }, { description: 'Deleted draft of letter of engagement' });
    return { status: 204 };
  },

  async listEngagementLetterHistory({ path, page, db }) {
    const letter = await requireLetter(db, path.id);
    return isRefusal(letter) ? letter : { status: 200, page: await listEvents(db, letter.id, page) };
  },
};

/** What a draft has where nothing is sent: the texts of its template and the defaults. */
async function blankDraft(
  db: OrganizationDatabase,
  sent: Omit<Schemas['EngagementLetterCreate'], 'templateId'>,
  template: Schemas['EngagementLetterTemplate'] | undefined,
): Promise<Fields> {
  const { auditorFirm, auditorContactName, auditorContactEmail, frameworkInstanceId } = sent;
  const engagementType = sent.engagementType ?? template?.engagementType ?? 'other';
  const [organization, instance] = await Promise.all([
    findOrganization(db),
    frameworkInstanceId === undefined ? undefined : findInstance(db, frameworkInstanceId),
  ]);
  const framework = instance && nameOf(instance);
  return {
    title: `Letter of engagement - ${framework ?? typeInWords[engagementType]}`.slice(0, 200),
    engagementType,
    frameworkInstanceId: null,
    timelineInstanceId: null,
    auditorFirm,
    auditorAddress: null,
    auditorContactName,
    auditorContactEmail,
    auditorMemberId: null,
    organizationLegalName: organization.name.trim().slice(0, 200) || 'Organization',
    organizationAddress: null,
    organizationSignatoryMemberId: null,
    scope: template?.scope ?? (framework === undefined ? '' : `The requirements of ${framework} that are in scope.`),
    criteria: template?.criteria ?? null,
    periodStart: null,
    periodEnd: null,
    fieldworkStart: null,
    fieldworkEnd: null,
    reportDueDate: null,
    deliverables: template?.deliverables ?? [],
    organizationResponsibilities: template?.organizationResponsibilities ?? null,
    auditorResponsibilities: template?.auditorResponsibilities ?? null,
    independenceStatement: template?.independenceStatement ?? null,
    confidentialityTerms: template?.confidentialityTerms ?? null,
    otherTerms: template?.otherTerms ?? null,
    fee: null,
    governingLaw: null,
  };
}
