import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** The risks linked to a control, by title: of a restricted reader those assigned to the member (spec/areas/controls, rule 10). */
export function listRisks(
  db: OrganizationDatabase,
  controlId: string,
  restrictedTo: string | undefined,
): Promise<components['schemas']['ControlRisk'][]> {
  const all = db
    .selectFrom('risk_control')
    .innerJoin('risk', 'risk.id', 'risk_control.risk_id')
    .select(['risk.id', 'risk.title', 'risk.status'])
    .where('risk_control.control_id', '=', controlId)
    .orderBy('risk.title')
    .orderBy('risk.id');
  return (restrictedTo === undefined ? all : all.where('risk.assignee_id', '=', restrictedTo)).execute();
}
