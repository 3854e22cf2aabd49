/** Adds a PDF to a published policy. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from '#domain/catalogue/ids';
import { newKey } from '#platform/files/store';
import { policies } from './data/program.ts';
import type { DemoContext } from './demo-context.ts';
import { files } from './files.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';

/** Stores the PDF of the first version, which was uploaded on the day before the publication. */
export async function storePolicyFiles(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  members: Members,
  store: Store,
): Promise<void> {
  const { id, version } = await db
    .selectFrom('policy')
    .select(['id', 'current_version_id as version'])
    .where('organization_id', '=', organizationId)
    .where('policy_template_id', '=', catalogueId('policy', policies.onPaper))
    .executeTakeFirstOrThrow();
  const { name, make } = files.conduct;
  const key = newKey(organizationId, `policies/${id}`, name);
  const { size } = await store.put(key, await make());
  await db.updateTable('policy_version').set({ pdf_key: key }).where('id', '=', version).execute();
  await db.updateTable('policy').set({ pdf_key: key, display_format: 'PDF' }).where('id', '=', id).execute();
  log.write(
    calendar.ago(policies.publishedAgo + 1, name),
    members.of('noor'),
    'uploadPolicyPdf',
    { path: { id } },
    {
      description: 'Uploaded PDF of version 1 of policy',
      changes: { fileName: { previous: null, current: name }, fileSize: { previous: null, current: size } },
    },
  );
}
