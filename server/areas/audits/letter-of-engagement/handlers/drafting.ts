/** Handlers that create, change and delete drafts, and that return letters and their history. */
import { storedFields } from '#platform/audit/stored';
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { findOrganization } from '#domain/people/organization/own';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage } from '#platform/database/page';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { eventActorOf, insertEvent, listEvents } from '../queries/events.ts';
import { editableFields, type Fields } from '../queries/fields.ts';
import { deleteLetter, insertLetter, listLetters, renameLetter, updateLetter } from '../queries/letters.ts';
import { findViewer } from '../queries/people.ts';
import { findTemplate } from '../queries/templates.ts';
import { notDraft } from '../refusals.ts';
import { builtInTemplate } from '../rules/built-in-templates.ts';
import { typeLabel } from '../rules/labels.ts';
import { redactForViewer } from '../rules/viewer.ts';
import { validateDraft, withUpdate } from './fields.ts';
import { lockRequiredLetter, findVisibleLetter, requireLetter } from './require-letter.ts';

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
    return { status: 200, page: mapPage(letters, (letter) => redactForViewer(viewer, letter)) };
  },

  async createEngagementLetter({ body: { templateId, ...request }, db, actor, audit }) {
    const ownTemplate = templateId === undefined ? undefined : await findTemplate(db, templateId);
    const builtInMatch = templateId === undefined ? undefined : builtInTemplate(templateId);
    const template = ownTemplate ?? builtInMatch;
    if (templateId !== undefined && !template)
      return invalid({ templateId: fieldErrors.unknownReference('template', 'a template of the organization, or one that is built in') });
    const draft = await validateDraft(db, actor, withUpdate(await createInitialFields(db, request, template), request));
    if (isRefusal(draft)) return draft;
    const author = authorOf(actor);
    const id = await insertLetter(db, draft, {
      templateId: ownTemplate?.id ?? null,
      builtInTemplateId: builtInMatch?.id ?? null,
      by: author,
    });
    await insertEvent(db, id, 'created', eventActorOf(actor));
    const letter = await findVisibleLetter(db, actor, id);
    audit.created(
      { reference: letter.reference, ...storedFields(request, { ...letter }) },
      { description: 'Created letter of engagement', entityId: id },
    );
    return { status: 201, body: letter };
  },

  async getEngagementLetter({ path, db, actor }) {
    const [letter, viewer] = await Promise.all([requireLetter(db, path.id), findViewer(db, actor)]);
    return isRefusal(letter) ? letter : { status: 200, body: redactForViewer(viewer, letter) };
  },

  async updateEngagementLetter({ path, body, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    const author = authorOf(actor);
    const changesOnlyTitle = Object.keys(body).every((field) => field === 'title');
    if (letter.status !== 'draft') {
      if (!changesOnlyTitle || letter.status === 'signed' || letter.status === 'superseded') return notDraft(letter);
      await renameLetter(db, letter.id, body.title ?? letter.title, author);
    } else {
      const draft = await validateDraft(db, actor, withUpdate(letter, body), letter);
      if (isRefusal(draft)) return draft;
      await updateLetter(db, letter.id, draft, author);
    }
    await insertEvent(db, letter.id, 'updated', eventActorOf(actor), { fields: Object.keys(body).slice(0, 50) });
    const after = await requireLetter(db, letter.id);
    if (isRefusal(after)) return after;
    audit.changed(letter, after, { description: 'Updated letter of engagement', fields: editableFields });
    return { status: 200, body: await findVisibleLetter(db, actor, letter.id) };
  },

  async deleteEngagementLetter({ path, db, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'draft') return notDraft(letter);
    await deleteLetter(db, letter.id);
    audit.removed({ reference: letter.reference, title: letter.title }, { description: 'Deleted draft of letter of engagement' });
    return { status: 204 };
  },

  async listEngagementLetterHistory({ path, query, page, db }) {
    const letter = await requireLetter(db, path.id);
    return isRefusal(letter) ? letter : { status: 200, page: await listEvents(db, letter.id, query, page) };
  },
};

/** Returns the initial fields of a draft, from its template or default values. */
async function createInitialFields(
  db: OrganizationDatabase,
  request: Omit<Schemas['EngagementLetterCreate'], 'templateId'>,
  template: Schemas['EngagementLetterTemplate'] | undefined,
): Promise<Fields> {
  const { auditorFirm, auditorContactName, auditorContactEmail, frameworkInstanceId } = request;
  const engagementType = request.engagementType ?? template?.engagementType ?? 'other';
  const [organization, instance] = await Promise.all([
    findOrganization(db),
    frameworkInstanceId === undefined ? undefined : findInstance(db, frameworkInstanceId),
  ]);
  const framework = instance && frameworkNameOf(instance);
  return {
    title: `Letter of engagement - ${framework ?? typeLabel[engagementType]}`.slice(0, 200),
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
