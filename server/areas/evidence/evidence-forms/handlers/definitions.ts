/** Lists form definitions, and reads and changes the settings of forms in the organization. */
import type { Handlers } from '#contract/types';
import { formOf, forms } from '#domain/evidence-forms/forms/index';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import { findFormSwitches, listSettings, lockSetting, updateSetting } from '../queries/settings.ts';
import { maySeeForm, isSwitchedOff, formResponseOf } from '../rules/forms.ts';

type DefinitionOperations =
  'listEvidenceForms' | 'getEvidenceForm' | 'listEvidenceFormStatuses' | 'listEvidenceFormSettings' | 'updateEvidenceFormSettings';

export const definitions: Pick<Handlers<'evidence-forms'>, DefinitionOperations> = {
  async listEvidenceForms({ query: { portalAccessible }, actor, db }) {
    const switches = await findFormSwitches(db);
    const data = forms
      .filter((form) => maySeeForm(actor.permissions, form) && !isSwitchedOff(form.type, switches))
      .map(formResponseOf)
      .filter((form) => portalAccessible === undefined || form.portalAccessible === portalAccessible);
    return { status: 200, body: { data } };
  },

  getEvidenceForm: ({ path: { formType } }) => Promise.resolve({ status: 200, body: formResponseOf(formOf(formType)) }),

  async listEvidenceFormStatuses({ db }) {
    const [latestTimes, notRelevantForms] = await Promise.all([listLatestSubmissionTimes(db), listNotRelevantForms(db)]);
    const data = forms.map(({ type: formType }) => ({
      formType,
      lastSubmittedAt: latestTimes.get(formType) ?? null,
      isNotRelevant: notRelevantForms.has(formType),
    }));
    return { status: 200, body: { data } };
  },

  async listEvidenceFormSettings({ db }) {
    const storedSettings = new Map((await listSettings(db)).map(({ id: _id, ...setting }) => [setting.formType, setting]));
    // A setting is stored with version 1 before its first change.
    const data = forms.map(
      ({ type: formType }) => storedSettings.get(formType) ?? { formType, isNotRelevant: false, updatedAt: null, version: 1 },
    );
    return { status: 200, body: { data } };
  },

  async updateEvidenceFormSettings({ path: { formType }, body: { isNotRelevant }, db, audit, requireVersion }) {
    const before = await lockSetting(db, formType);
    requireVersion(before);
    const { id, ...after } = await updateSetting(db, before.id, isNotRelevant);
    audit.changed(before, after, { entityId: id, description: `Updated evidence form ${formType}`, fields: ['isNotRelevant'] });
    return { status: 200, body: after };
  },
};
