/** Finds the records to link for all rows of a bulk request with a few queries. */
import type { components } from '#generated/api';
import { type Linkable, linkableForms, lockLinkable, unknownIdErrors } from '#domain/access/links/linkable';
import type { Reader } from '#domain/access/records/rows';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { OrganizationDatabase } from '#platform/database/handle';
import { documentTypeLinks, policyLinks, taskLinks } from '../queries/links.ts';
import { linkRequirements, type ResolvedMapping, type MappingError, mappingErrorsIn, resolveMappings } from '../queries/requirements.ts';

type Schemas = components['schemas'];
type Row = Schemas['ControlRow'];

/** The records that a row can link, and its resolved mappings or their validation errors. */
export interface RowLinks {
  readonly policies: readonly Linkable<'policy'>[];
  readonly tasks: readonly Linkable<'task'>[];
  readonly documentTypes: readonly Schemas['EvidenceFormType'][];
  readonly mappings: readonly (ResolvedMapping | MappingError)[];
}

/** Locks the records to link until the transaction ends. @returns the links of each row, in the order of the rows */
export async function lockLinksOf(db: OrganizationDatabase, reader: Reader, rows: readonly Row[]): Promise<RowLinks[]> {
  const policyIds = distinct(rows.flatMap((row) => row.policyIds ?? []));
  const taskIds = distinct(rows.flatMap((row) => row.taskIds ?? []));
  const [knownPolicies, knownTasks, resolvedMappings] = await Promise.all([
    lockLinkable(db, reader, 'policy', policyIds),
    lockLinkable(db, reader, 'task', taskIds),
    resolveMappings(
      db,
      reader,
      rows.flatMap((row) => row.requirementMappings ?? []),
    ),
  ]);
  const policyOf = new Map(knownPolicies.map((policy) => [policy.key, policy]));
  const taskOf = new Map(knownTasks.map((task) => [task.key, task]));
  let nextMapping = 0;
  return rows.map(
    ({ policyIds: policyIdsOfRow = [], taskIds: taskIdsOfRow = [], documentTypes: documentTypesOfRow = [], requirementMappings = [] }) => {
      const start = nextMapping;
      nextMapping += requirementMappings.length;
      return {
        policies: policyIdsOfRow.flatMap((id) => policyOf.get(id) ?? []),
        tasks: taskIdsOfRow.flatMap((id) => taskOf.get(id) ?? []),
        documentTypes: documentTypesOfRow,
        mappings: resolvedMappings.slice(start, nextMapping),
      };
    },
  );
}

/** Returns the validation errors of a row's links, keyed by dotted field name. */
export function linkErrors({ policyIds = [], taskIds = [] }: Row, links: RowLinks): FieldErrors {
  return {
    ...unknownIdErrors(
      'policyIds',
      policyIds,
      links.policies,
      fieldErrors.unknownReference('policy', 'a policy of the organization that is not archived'),
    ),
    ...unknownIdErrors(
      'taskIds',
      taskIds,
      links.tasks,
      fieldErrors.unknownReference('task', 'a task of the organization that is not archived'),
    ),
    ...mappingErrorsIn('requirementMappings', links.mappings),
  };
}

/** Adds missing links. @returns the titles of the newly linked records by kind, without the kinds that have no new links */
export async function linkAll(db: OrganizationDatabase, controlId: string, links: RowLinks): Promise<Record<string, string[]>> {
  const control = { control_id: controlId };
  const mappings = links.mappings.filter((mapping) => 'instanceId' in mapping);
  const [policies, tasks, documentTypes, requirements] = await Promise.all([
    policyLinks.directLinks.add(db, control, links.policies),
    taskLinks.directLinks.add(db, control, links.tasks),
    documentTypeLinks.directLinks.add(db, control, linkableForms(links.documentTypes)),
    mappings.length ? linkRequirements(db, controlId, mappings) : [],
  ]);
  const titles = (records: readonly { readonly title: string }[]) => records.map(({ title }) => title);
  const newLinks = {
    policies: titles(policies),
    tasks: titles(tasks),
    documentTypes: titles(documentTypes),
    requirements: titles(requirements),
  };
  return Object.fromEntries(Object.entries(newLinks).filter(([, titlesOfKind]) => titlesOfKind.length));
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];
