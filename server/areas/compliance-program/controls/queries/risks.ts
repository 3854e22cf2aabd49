import type { components } from '#generated/api';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Lists the readable risks linked to a control, sorted by title (controls, rule 10). */
export function listRisks(db: OrganizationDatabase, controlId: string, reader: Reader): Promise<components['schemas']['ControlRisk'][]> {
  return db
    .selectFrom('risk_control')
    .innerJoin('risk', 'risk.id', 'risk_control.risk_id')
    .select(['risk.id', 'risk.title', 'risk.status'])
    .where('risk_control.control_id', '=', controlId)
    .where('risk.id', 'in', selectReadableIds(db, reader, 'risk'))
    .orderBy('risk.title')
    .orderBy('risk.id')
    .execute();
}
