/** Command that revokes an API key. */
import { hashOf } from '#platform/identity/keys';
import { recordActions } from './audit.ts';
import { command, Failure, UsageError } from './command.ts';
import { withInstallation } from './installation.ts';
import { columnsOf } from '#platform/database/columns';

export const revokeKey = command({
  name: 'key revoke',
  meaning: 'Revokes an API key permanently, by its id or by the key itself. Running servers refuse it within a second.',
  allowed: { 'key-id': 'apk_…', key: 'cak_…' },
  plan({ 'key-id': keyId, key }) {
    if ((keyId === undefined) === (key === undefined)) throw new UsageError('exactly one of --key-id and --key is required');

    return withInstallation(({ database }) =>
      database.system.transaction().execute(async (db) => {
        const keyRow = await db
          .selectFrom('api_key')
          .select(columnsOf('api_key', 'id', 'organizationId', 'name', 'scopes', 'keyPrefix', 'isActive'))
          .where((eb) => (key === undefined ? eb('id', '=', keyId ?? '') : eb('hash', '=', hashOf(key))))
          .forUpdate()
          .executeTakeFirst();
        if (!keyRow) throw new Failure(keyId === undefined ? 'there is no such key' : `there is no key ${keyId}`);
        const { id, organizationId, name, scopes, keyPrefix } = keyRow;
        // Revoking again changes nothing, so it is not logged.
        if (keyRow.isActive) {
          await db
            .updateTable('api_key')
            .set({ is_active: false })
            .where('organization_id', '=', organizationId)
            .where('id', '=', id)
            .execute();
          const changes = {
            isActive: { previous: true, current: false },
            scopes: { previous: scopes, current: null },
            key: { previous: keyPrefix, current: null },
          };
          await recordActions(db, organizationId, {
            resource: 'apiKey',
            action: 'Revoked API key',
            entityType: 'organization',
            entityId: id,
            changes,
          });
        }
        return { id, organizationId, name, isActive: false };
      }),
    );
  },
});
