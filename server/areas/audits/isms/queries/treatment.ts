/** Reads the risks and vendors of the risk treatment plan, with their latest acceptances (isms, rule 13). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Treatment, TreatedRisk, TreatedVendor } from '../rules/treatment.ts';

export async function findTreatment(db: OrganizationDatabase): Promise<Treatment> {
  const [risks, vendors] = await Promise.all([findRisks(db), findVendors(db)]);
  return { risks, vendors };
}

async function findRisks(db: OrganizationDatabase): Promise<TreatedRisk[]> {
  const [risks, acceptances, controls] = await Promise.all([
    db
      .selectFrom('risk as r')
      .leftJoin('member as m', 'm.id', 'r.assignee_id')
      .leftJoin('risk_treatment as t', (join) => join.onRef('t.risk_id', '=', 'r.id').on('t.active', '=', true))
      .select([
        'r.id',
        'r.title',
        'r.category',
        'r.status',
        'r.probability',
        'r.impact',
        'r.inherent_assessed as inherentAssessed',
        'r.residual_probability as residualProbability',
        'r.residual_impact as residualImpact',
        'r.residual_assessed as residualAssessed',
        'm.name as ownerName',
        't.type as treatmentType',
        't.description as treatmentText',
      ])
      .where('r.status', '<>', 'archived')
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute(),
    db
      .selectFrom('risk_acceptance')
      .select(['risk_id', 'accepted_by_name', 'created_at', 'residual_probability', 'residual_impact'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('risk_control as l')
      .innerJoin('control as c', 'c.id', 'l.control_id')
      .select(['l.risk_id', 'c.name'])
      .where('c.archived_at', 'is', null)
      .orderBy('c.name')
      .orderBy('c.id')
      .execute(),
  ]);
  // Later acceptances overwrite earlier ones, so that the latest acceptance of each risk remains.
  const latestAcceptances = new Map(acceptances.map((acceptance) => [acceptance.risk_id, acceptance]));
  const controlsByRisk = Map.groupBy(controls, (control) => control.risk_id);
  return risks.map(({ id, treatmentType, ...risk }) => ({
    ...risk,
    treatmentType: treatmentType ?? 'mitigate',
    controls: (controlsByRisk.get(id) ?? []).map(({ name }) => name),
    acceptedByName: latestAcceptances.get(id)?.accepted_by_name ?? null,
    acceptedAt: latestAcceptances.get(id)?.created_at ?? null,
    acceptedProbability: latestAcceptances.get(id)?.residual_probability ?? null,
    acceptedImpact: latestAcceptances.get(id)?.residual_impact ?? null,
  }));
}

async function findVendors(db: OrganizationDatabase): Promise<TreatedVendor[]> {
  const [vendors, acceptances] = await Promise.all([
    db
      .selectFrom('vendor as v')
      .leftJoin('member as m', 'm.id', 'v.assignee_id')
      .select([
        'v.id',
        'v.name as title',
        'v.category',
        'v.status',
        'v.inherent_probability as probability',
        'v.inherent_impact as impact',
        'v.residual_probability as residualProbability',
        'v.residual_impact as residualImpact',
        'm.name as ownerName',
        'v.treatment_type as treatmentType',
        (eb) =>
          eb
            .case('v.treatment_type')
            .when('accept')
            .then(eb.ref('v.accept_text'))
            .when('avoid')
            .then(eb.ref('v.avoid_text'))
            .when('mitigate')
            .then(eb.ref('v.mitigate_text'))
            .else(eb.ref('v.transfer_text'))
            .end()
            .as('treatmentText'),
      ])
      .orderBy('v.created_at')
      .orderBy('v.id')
      .execute(),
    db
      .selectFrom('vendor_acceptance')
      .select(['vendor_id', 'accepted_by_name', 'created_at', 'residual_probability', 'residual_impact'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  const latestAcceptances = new Map(acceptances.map((acceptance) => [acceptance.vendor_id, acceptance]));
  return vendors.map(({ id, ...vendor }) => ({
    ...vendor,
    controls: [],
    acceptedByName: latestAcceptances.get(id)?.accepted_by_name ?? null,
    acceptedAt: latestAcceptances.get(id)?.created_at ?? null,
    acceptedProbability: latestAcceptances.get(id)?.residual_probability ?? null,
    acceptedImpact: latestAcceptances.get(id)?.residual_impact ?? null,
  }));
}
