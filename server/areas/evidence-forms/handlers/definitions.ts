/** The forms themselves, and how the organization stands with them. */
import type { Handlers } from '../../../contract/types.ts';
import { formOf, forms } from '../../../domain/evidence-forms/forms/index.ts';
import { listLatest, listNotRelevant } from '../../../domain/evidence-forms/standing.ts';
import { findSwitches, listSettings, lockSetting, updateSetting } from '../queries/settings.ts';
import { isShownTo, isSwitchedOff, shownForm } from '../rules/forms.ts';

type Definitions =
  'listEvidenceForms' | 'getEvidenceForm' | 'listEvidenceFormStatuses' | 'listEvidenceFormSettings' | 'updateEvidenceFormSettings';

export const definitions: Pick<Handlers<'evidence-forms'>, Definitions> = {
  async listEvidenceForms({ query: { portalAccessible }, actor, db }) {
    const switches = await findSwitches(db);
    const data = forms
      .filter((form) => isShownTo(actor.permissions, form) && !isSwitchedOff(form.type, switches))
      .map(shownForm)
      .filter((form) => portalAccessible === undefined || form.portalAccessible === portalAccessible);
    return { status: 200, body: { data } };
  },

  getEvidenceForm: ({ path: { formType } }) => Promise.resolve({ status: 200, body: shownForm(formOf(formType)) }),

  async listEvidenceFormStatuses({ db }) {
    const [latest, notRelevant] = await Promise.all([listLatest(db), listNotRelevant(db)]);
    const data = forms.map(({ type: formType }) => ({
      formType,
      lastSubmittedAt: latest.get(formType) ?? null,
      isNotRelevant: notRelevant.has(formType),
    }));
    return { status: 200, body: { data } };
  },

  async listEvidenceFormSettings({ db }) {
    const stored = new Map((await listSettings(db)).map(({ id: _id, ...setting }) => [setting.formType, setting]));
    const data = forms.map(({ type: formType }) => stored.get(formType) ?? { formType, isNotRelevant: false, updatedAt: null });
    return { status: 200, body: { data } };
  },

  async updateEvidenceFormSettings({ path: { formType }, body: { isNotRelevant }, db, audit }) {
    const before = await lockSetting(db, formType);
    const { id, ...after } = await updateSetting(db, before.id, isNotRelevant);
    audit.changed(before, after, { entityId: id, description: `Updated evidence form ${formType}`, fields: ['isNotRelevant'] });
    return { status: 200, body: after };
  },
};
