/** The controls, reviewed or not, and the log of how they came about. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../database/ids.ts';
import { type ControlData, type ControlName, controls } from './data/controls.ts';
import type { Members } from './people.ts';
import { type Named, named, type Scene } from './scene.ts';

export interface Control {
  readonly row: Insertable<SystemTables['control']> & { readonly id: string };
  readonly documentTypes: readonly Insertable<SystemTables['control_document_type']>[];
}
export type Controls = Named<ControlName, Control>;

/** When they were all entered, in days. */
const created = 236;

export function controlsOf({ organizationId: organization_id, calendar, log }: Scene, members: Members): Controls {
  return named(controls, ({ name, description, reviewed, next, documentTypes = [] }: ControlData): Control => {
    const id = newId('ctl');
    const [created_at, reviewed_at] = [calendar.ago(created, name), reviewed === undefined ? undefined : calendar.ago(reviewed, `${name} reviewed`)];
    const [last_review_date, next_review_date] = [reviewed === undefined ? null : calendar.due(-reviewed), next === undefined ? null : calendar.due(next)];
    log.write(created_at, members.of('noor'), 'createControl', { body: { name, description, ...(documentTypes.length && { documentTypes }) }, answer: { id } });
    if (reviewed_at !== undefined) log.write(reviewed_at, members.of('tobias'), 'updateControl', { path: { id }, body: { lastReviewDate: last_review_date, nextReviewDate: next_review_date }, before: {} });
    return {
      row: { id, organization_id, name, description, last_review_date, next_review_date, created_at, updated_at: reviewed_at ?? created_at },
      documentTypes: documentTypes.map((form_type) => ({ id: newId('cdt'), organization_id, control_id: id, form_type })),
    };
  });
}
