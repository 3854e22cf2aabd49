/** Handlers of letter templates. */
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { filterAll, pageOfAll } from '#platform/database/page-of-all';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { deleteTemplate, findTemplate, insertTemplate, listTemplates, lockTemplate, updateTemplate } from '../queries/templates.ts';
import type { OrganizationDatabase } from '#platform/database/handle';
import { templateNotFound } from '../refusals.ts';
import { builtInTemplate, builtInTemplates } from '../rules/built-in-templates.ts';
import { textFields, findUnknownPlaceholder } from '../rules/placeholders.ts';

type Operations =
  | 'listEngagementLetterTemplates'
  | 'createEngagementLetterTemplate'
  | 'getEngagementLetterTemplate'
  | 'updateEngagementLetterTemplate'
  | 'deleteEngagementLetterTemplate';
type Update = components['schemas']['EngagementLetterTemplateUpdate'];

const nameTaken = () => refusal('engagement_letter_template_name_taken');

export const templates: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async listEngagementLetterTemplates({ query: { engagementType, includeInactive, ...filter }, page, db }) {
    const matchingTemplates = [...builtInTemplates, ...(await listTemplates(db))].filter(
      (template) =>
        (engagementType === undefined || engagementType.includes(template.engagementType)) &&
        (includeInactive === true || template.isActive),
    );
    return {
      status: 200,
      page: pageOfAll(
        filterAll(matchingTemplates, filter, ({ name }) => name),
        page,
      ),
    };
  },

  async createEngagementLetterTemplate({ body, db }) {
    const errors = validatePlaceholders(body);
    if (errors) return invalid(errors);
    const template = await insertTemplate(db, body);
    return template ? { status: 201, body: template } : nameTaken();
  },

  async getEngagementLetterTemplate({ path: { templateId }, db }) {
    const template = builtInTemplate(templateId) ?? (await findTemplate(db, templateId));
    return template ? { status: 200, body: template } : templateNotFound();
  },

  async updateEngagementLetterTemplate({ path: { templateId }, body, db, audit }) {
    const before = await lockOwnTemplate(db, templateId);
    if (isRefusal(before)) return before;
    const errors = validatePlaceholders(body);
    if (errors) return invalid(errors);
    const after = await updateTemplate(db, templateId, body);
    if (!after) return nameTaken();
    audit.changed(withoutTimes(before), withoutTimes(after), { description: 'Updated template of letters of engagement' });
    return { status: 200, body: after };
  },

  async deleteEngagementLetterTemplate({ path: { templateId }, db, audit }) {
    const template = await lockOwnTemplate(db, templateId);
    if (isRefusal(template)) return template;
    await deleteTemplate(db, templateId);
    audit.removed({ name: template.name }, { description: 'Deleted template of letters of engagement' });
    return { status: 204 };
  },
};

/** @returns the template, locked until the transaction ends, or a refusal if it does not exist or is built in */
async function lockOwnTemplate(db: OrganizationDatabase, id: string) {
  if (builtInTemplate(id)) return refusal('engagement_letter_template_built_in');
  return (await lockTemplate(db, id)) ?? templateNotFound();
}

function withoutTimes({
  createdAt: _created,
  updatedAt: _updated,
  version: _version,
  ...fields
}: components['schemas']['EngagementLetterTemplate']) {
  return fields;
}

/** @returns an error for each text with an unknown placeholder; undefined if there are none */
function validatePlaceholders(fields: Update): FieldErrors | undefined {
  const texts = [
    ...textFields.map((field) => [field, fields[field] ?? ''] as const),
    ...(fields.deliverables ?? []).map((text, index) => [`deliverables.${index}`, text] as const),
  ];
  const errors = texts.flatMap(([field, text]) => {
    const name = findUnknownPlaceholder(text);
    return name === undefined ? [] : [[field, fieldErrors.notAllowed(`has the unknown placeholder {{${name}}}`)]];
  });
  return errors.length ? Object.fromEntries(errors) : undefined;
}
