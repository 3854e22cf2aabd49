/** Creates the progress of a member's offboarding, and logs it. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { storeAttachment } from './attachments.ts';
import { departure } from './data/offboarding.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

/** Inserts completed items and revoked access. @param db must contain the vendors and the offboarding template */
export async function insertOffboarding(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  const { organizationId: organization_id, calendar, log } = demo;
  const { id: member_id } = members.of(departure.who);
  const items = await db
    .selectFrom('offboarding_template_item')
    .select(['id', 'seed_key', 'title'])
    .where('organization_id', '=', organization_id)
    .execute();
  const request = { path: { memberId: member_id } };
  const completions = departure.done.map(({ item: itemKey, by: authorName, ago, notes, file }) => {
    const item = required(
      items.find(({ seed_key }) => seed_key === itemKey),
      itemKey,
    );
    return { id: newId('occ'), item, by: members.of(authorName), at: calendar.ago(ago, `${itemKey} completed`), notes, file };
  });
  await db
    .insertInto('offboarding_completion')
    .values(
      completions.map(({ id, item, by: author, at: time, notes }) => ({
        id,
        organization_id,
        member_id,
        template_item_id: item.id,
        item_title: item.title,
        completed_by_id: author.user.id,
        completed_at: time,
        notes: notes ?? null,
      })),
    )
    .execute();
  for (const { id, item, by: author, at: time, notes, file } of completions) {
    const row =
      file &&
      (await storeAttachment(demo, store, { entityType: 'offboarding_checklist', entityId: id, file, uploader: author, uploadedAt: time }));
    if (row) await db.insertInto('attachment').values(row).execute();
    const fields = { item: item.title, ...(notes !== undefined && { notes }), ...(row && { fileName: row.name, fileSize: row.size }) };
    log.write(time, author, 'completeOffboardingItem', request, {
      description: 'Completed offboarding item',
      changes: changesOnCreate(fields),
    });
  }

  const { vendors: vendorNames, notes, ago } = departure.revoked;
  const [author, time] = [members.of(departure.revoked.by), calendar.ago(ago, 'access to vendors revoked')];
  const vendors = await db
    .selectFrom('vendor')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('name', 'in', vendorNames)
    .execute();
  await db
    .insertInto('access_revocation')
    .values(
      vendors.map(({ id: vendor_id }) => ({
        id: newId('oar'),
        organization_id,
        member_id,
        vendor_id,
        revoked_by_id: author.user.id,
        revoked_at: time,
        notes,
      })),
    )
    .execute();
  const changes = changesOnCreate({ count: vendors.length });
  log.write(time, author, 'revokeAllVendorAccess', request, { description: 'Revoked access to vendors', changes });
}
