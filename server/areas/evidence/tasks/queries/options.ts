/** Finds the choices that forms about tasks offer. */
import type { components } from '#generated/api';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';

type Options = components['schemas']['TaskOptions'];

/** @returns the controls and frameworks that the reader may read, and settings. The caller adds `hasEvidenceExportAccess`. */
export async function findOptions(db: OrganizationDatabase, reader: Reader): Promise<Omit<Options, 'hasEvidenceExportAccess'>> {
  const [controls, instances, requirementMaps, organization] = await Promise.all([
    db.selectFrom('control').select(['id', 'name']).where('archived_at', 'is', null).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('framework_instance as instance')
      .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
      .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
      .select([
        'instance.id',
        'platform.id as platformId',
        'platform.name as platformName',
        'custom.id as customId',
        'custom.name as customName',
      ])
      .orderBy('instance.created_at')
      .orderBy('instance.id')
      .execute(),
    db
      .selectFrom('requirement_map as map')
      .innerJoin('control', 'control.id', 'map.control_id')
      .select(['map.framework_instance_id as instanceId', 'map.control_id as controlId'])
      .distinct()
      .where('map.archived_at', 'is', null)
      .where('control.archived_at', 'is', null)
      .orderBy('map.control_id')
      .execute(),
    db
      .selectFrom('organization')
      .select(['name as organizationName', 'evidence_approval_enabled as evidenceApprovalEnabled'])
      .executeTakeFirstOrThrow(),
  ]);
  const mapsByInstance = Map.groupBy(requirementMaps, ({ instanceId }) => instanceId);
  return {
    ...organization,
    controls: mayRead(reader, 'control') ? controls : [],
    frameworkInstances: (mayRead(reader, 'framework') ? instances : []).map(({ id, platformId, platformName, customId, customName }) => ({
      id,
      framework: platformId === null || platformName === null ? null : { id: platformId, name: platformName },
      customFramework: customId === null || customName === null ? null : { id: customId, name: customName },
      requirementsMapped: (mayRead(reader, 'control') ? (mapsByInstance.get(id) ?? []) : []).map(({ controlId }) => ({ controlId })),
    })),
  };
}
