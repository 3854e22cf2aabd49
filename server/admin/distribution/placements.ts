/** Where the rows of each table are stored when organizations are distributed over several nodes. */
import { Failure } from '../command.ts';

/** `distributed`: with their organization, whose id is in column `by`. `reference`: on each node. `local`: only on the node that servers connect to. */
export type Placement = { readonly kind: 'distributed'; readonly by: string } | { readonly kind: 'reference' } | { readonly kind: 'local' };

type Decision = Placement & { readonly because: string };
const catalogue = (because: string): Decision => ({ kind: 'reference', because });
const local = (because: string): Decision => ({ kind: 'local', because });
const byId = (because: string): Decision => ({ kind: 'distributed', by: 'id', because });

/** Tables with an `organization_id` are distributed by it. This lists all other tables, and a test checks that none is missing. */
export const placements: Readonly<Record<string, Decision>> = {
  organization: byId('its id is that of the organization'),
  storage_usage: byId('its id is that of the organization, and triggers of files count there'),
  deleted_organization: byId('its id is that of the organization, and a trigger of that writes it'),
  user_account: { kind: 'reference', because: 'a person may be in any number of organizations, which refer to it' },
  agent_session: { kind: 'reference', because: 'triggers of devices look there, wherever their organization is' },
  platform_framework: catalogue('frameworks that any organization may adopt'),
  platform_requirement: catalogue('what those frameworks demand'),
  framework_version: catalogue('releases of the frameworks, which organizations pin'),
  control_template: catalogue('what controls are copied from'),
  control_template_requirement: catalogue('which requirements a control meets'),
  control_template_policy: catalogue('which policies a control carries in a framework'),
  control_template_task: catalogue('which tasks a control carries in a framework'),
  control_template_document_type: catalogue('which forms of evidence a control carries in a framework'),
  policy_template: catalogue('what policies are copied from'),
  task_template: catalogue('what tasks are copied from'),
  soa_configuration: catalogue('what statements of applicability ask about the controls of a framework'),
  catalogue_edition: local('which catalogs were read in: once for the installation'),
  migration: local('which migrations were applied: once for the installation'),
  secret_mark: local('what the SECRET is known by: once for the installation'),
  installation_backup: local('backups of the whole installation'),
  rate_window: local('counters of requests, before it is known whose they are'),
  ephemeral_value: local('what is needed for a moment, before it is known whose it is'),
};

/** @param columns of the table @throws Failure if no decision covers the table */
export function placementOf(table: string, columns: readonly string[]): Placement {
  const decision = placements[table];
  if (decision) return decision;
  if (columns.includes('organization_id')) return { kind: 'distributed', by: 'organization_id' };
  throw new Failure(`where the rows of ${table} are when organizations are distributed is not decided`);
}
