/** Lists and changes the items of the checklist's template (offboarding-checklist, rules 1 and 2). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { completeAfterEnable, lockAccessItem } from '#domain/people/offboarding/access-item';
import { refusal } from '#platform/refusals/refusal';
import { countItems, deleteItem, insertItem, listItems, lockItem, updateItem } from '../queries/template.ts';
import { itemNotFound } from '../refusals.ts';

type Item = components['schemas']['OffboardingTemplateItem'];
type TemplateOperations =
  'listOffboardingTemplateItems' | 'createOffboardingTemplateItem' | 'updateOffboardingTemplateItem' | 'deleteOffboardingTemplateItem';

/** The maximum number of items in a template (rule 1). */
const maxItems = 100;
/** @returns the fields of an audit entry about the template. Such entries belong to the organization (rule 18). */
const auditDetails = (action: string, { id }: Pick<Item, 'id'>) =>
  ({ entityType: 'organization', entityId: id, description: `${action} offboarding template item` }) as const;
const auditFields = ({ title, description, evidenceRequired, sortOrder, isEnabled }: Item) => ({
  title,
  description,
  evidenceRequired,
  sortOrder,
  isEnabled,
});

export const template: Pick<Handlers<'offboarding-checklist'>, TemplateOperations> = {
  async listOffboardingTemplateItems({ db }) {
    return { status: 200, body: { data: await listItems(db) } };
  },

  async createOffboardingTemplateItem({ body, db, audit }) {
    // The lock serializes additions, so that the template cannot exceed its limit and no two new items get the same position.
    await lockAccessItem(db);
    if ((await countItems(db)) >= maxItems) return refusal('offboarding_template_full', { limit: maxItems });
    const item = await insertItem(db, body);
    audit.created(auditFields(item), auditDetails('Created', item));
    return { status: 201, body: item };
  },

  async updateOffboardingTemplateItem({ path, body, db, audit, requireVersion }) {
    const accessItem = await lockAccessItem(db);
    const before = await lockItem(db, path.id);
    if (!before) return itemNotFound();
    requireVersion(before);
    const after = await updateItem(db, before.id, body);
    const isEnabledAgain = after.id === accessItem.id && after.isEnabled && !before.isEnabled;
    const completedCount = isEnabledAgain ? await completeAfterEnable(db, { ...accessItem, title: after.title, isEnabled: true }) : 0;
    audit.changed(
      auditFields(before),
      { ...auditFields(after), ...(completedCount && { completedOffboardings: completedCount }) },
      auditDetails('Updated', after),
    );
    return { status: 200, body: after };
  },

  async deleteOffboardingTemplateItem({ path, db, audit, requireVersion }) {
    // All operations lock the access item before other records. The same order prevents deadlocks.
    await lockAccessItem(db);
    const item = await lockItem(db, path.id);
    if (!item) return itemNotFound();
    requireVersion(item);
    if (item.isDefault) {
      const after = await updateItem(db, item.id, { isEnabled: false });
      audit.changed(auditFields(item), auditFields(after), auditDetails('Disabled', item));
    } else {
      await deleteItem(db, item.id);
      audit.removed(auditFields(item), auditDetails('Deleted', item));
    }
    return { status: 204 };
  },
};
