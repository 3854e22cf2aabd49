/** Creates the computers with the device agent, and logs their registrations. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { type DeviceData, devices } from './data/devices.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

type CheckType = DeviceData['failed'][number];
const checkTypes: readonly CheckType[] = ['disk_encryption', 'antivirus', 'password_policy', 'screen_lock'];

export function createDevices(demo: DemoContext, members: Members): Insertable<SystemTables['device']>[] {
  return devices.map(
    ({ who: ownerName, name, platform, system: osVersion, serial, model, registered: registeredAgo, seen: lastSeenAgo, failed }) => {
      const [member, registeredAt] = [members.of(ownerName), demo.calendar.ago(registeredAgo, name)];
      const checkedAt = lastSeenAgo === 0 ? demo.calendar.now : demo.calendar.ago(lastSeenAgo, `${name} checks in`);
      demo.log.write(
        registeredAt,
        member,
        'registerDevice',
        {},
        {
          entityType: 'people',
          entityId: member.id,
          description: 'Registered a device',
          changes: changesOnCreate({ name, serialNumber: serial, platform }),
        },
      );
      const hasPassed = (type: CheckType) => !failed.includes(type);
      return {
        id: newId('dev'),
        organization_id: demo.organizationId,
        member_id: member.id,
        name,
        hostname: platform === 'macos' ? `${name}.local` : name,
        platform,
        os_version: osVersion,
        serial_number: serial,
        hardware_model: model,
        source: 'agent',
        disk_encryption_enabled: hasPassed('disk_encryption'),
        antivirus_enabled: hasPassed('antivirus'),
        password_policy_set: hasPassed('password_policy'),
        screen_lock_enabled: hasPassed('screen_lock'),
        check_details: JSON.stringify(Object.fromEntries(checkTypes.map((type) => [type, { passed: hasPassed(type), checkedAt }]))),
        agent_version: '0.1.0',
        last_check_in: checkedAt,
        installed_at: registeredAt,
        created_at: registeredAt,
        updated_at: checkedAt,
      };
    },
  );
}
