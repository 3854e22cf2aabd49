/** The steps that are done for everybody who leaves (spec/areas/offboarding-checklist, rules 1 and 2). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { accessItemEnabled, lockAccessItem } from '../../../domain/offboarding/access-item.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { countItems, deleteItem, insertItem, listItems, lockItem, updateItem } from '../queries/template.ts';
import { itemNotFound } from '../refusals.ts';

type Item = components['schemas']['OffboardingTemplateItem'];
type Templating =
  'listOffboardingTemplateItems' | 'createOffboardingTemplateItem' | 'updateOffboardingTemplateItem' | 'deleteOffboardingTemplateItem';

/** Items that a template may have (rule 1). */
const mostItems = 100;
/** The template is the organization's (rule 18). */
const logged = (deed: string, { id }: Pick<Item, 'id'>) =>
  ({ entityType: 'organization', entityId: id, description: `${deed} offboarding template item` }) as const;
const told = ({ title, description, evidenceRequired, sortOrder, isEnabled }: Item) => ({
  title,
  description,
  evidenceRequired,
  sortOrder,
  isEnabled,
});

export const template: Pick<Handlers<'offboarding-checklist'>, Templating> = {
  async listOffboardingTemplateItems({ db }) {
    return { status: 200, body: { data: await listItems(db) } };
  },

  async createOffboardingTemplateItem({ body, db, audit }) {
    // Whoever adds an item waits for others who do, or the template could have too many, and two in one place.
    await lockAccessItem(db);
    if ((await countItems(db)) >= mostItems) return refusal('offboarding_template_full', { limit: mostItems });
    const item = await insertItem(db, { ...body, title: body.title.trim() });
    audit.created(told(item), logged('Created', item));
    return { status: 201, body: item };
  },

  async updateOffboardingTemplateItem({ path, body, db, audit }) {
    const access = await lockAccessItem(db);
    const before = await lockItem(db, path.id);
    if (!before) return itemNotFound();
    const { title, ...fields } = body;
    const after = await updateItem(db, before.id, { ...fields, ...(title !== undefined && { title: title.trim() }) });
    const isEnabledAgain = after.id === access.id && after.isEnabled && !before.isEnabled;
    const completed = isEnabledAgain ? await accessItemEnabled(db, { ...access, title: after.title, isEnabled: true }) : 0;
    audit.changed(told(before), { ...told(after), ...(completed && { completedOffboardings: completed }) }, logged('Updated', after));
    return { status: 200, body: after };
  },

  async deleteOffboardingTemplateItem({ path, db, audit }) {
    // As others do, before anything else is held.
    await lockAccessItem(db);
    const item = await lockItem(db, path.id);
    if (!item) return itemNotFound();
    if (item.isDefault) {
      const after = await updateItem(db, item.id, { isEnabled: false });
      audit.changed(told(item), told(after), logged('Disabled', item));
    } else {
      await deleteItem(db, item.id);
      audit.removed(told(item), logged('Deleted', item));
    }
    return { status: 204 };
  },
};
