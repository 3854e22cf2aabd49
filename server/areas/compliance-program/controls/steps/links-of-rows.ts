/** Looks up the links of all rows of a request together. */
import type { components } from '#generated/api';
import { type Linkable, linkableForms, lockLinkable, unknownIdErrors } from '#domain/access/links/linkable';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { documentTypeLinks, policyLinks, taskLinks } from '../queries/links.ts';
import { linkRequirements, type ResolvedMapping, type MappingError, mappingErrorsIn, resolveMappings } from '../queries/requirements.ts';

type Schemas = components['schemas'];
type Row = Schemas['ControlRow'];

/** The records that a row can link, and its resolved mappings or their validation errors. */
export interface Links {
  readonly policies: readonly Linkable<'policy'>[];
  readonly tasks: readonly Linkable<'task'>[];
  readonly documentTypes: readonly Schemas['EvidenceFormType'][];
  readonly mappings: readonly (ResolvedMapping | MappingError)[];
}

/** @returns the links of each row, locked until the transaction ends */
export async function lockLinksOf(db: OrganizationDatabase, reader: Reader, rows: readonly Row[]): Promise<Links[]> {
  const policyIds = distinct(rows.flatMap((row) => row.policyIds ?? []));
  const taskIds = distinct(rows.flatMap((row) => row.taskIds ?? []));
  const [knownPolicies, knownTasks, mapped] = await Promise.all([
    lockLinkable(db, reader, 'policy', policyIds),
    lockLinkable(db, reader, 'task', taskIds),
    resolveMappings(
      db,
      reader,
      rows.flatMap((row) => row.requirementMappings ?? []),
    ),
  ]);
  const policyOf = new Map(knownPolicies.map((one) => [one.key, one]));
  const taskOf = new Map(knownTasks.map((one) => [one.key, one]));
  let next = 0;
  return rows.map(({ policyIds: own = [], taskIds: tasksOfRow = [], documentTypes: forms = [], requirementMappings = [] }) => {
    const start = next;
    next += requirementMappings.length;
    return {
      policies: own.flatMap((id) => policyOf.get(id) ?? []),
      tasks: tasksOfRow.flatMap((id) => taskOf.get(id) ?? []),
      documentTypes: forms,
      mappings: mapped.slice(start, next),
    };
  });
}

/** Validation errors of the links of a row, by dotted field. */
export function linkErrors({ policyIds = [], taskIds = [] }: Row, links: Links): Record<string, string> {
  return {
    ...unknownIdErrors('policyIds', policyIds, links.policies, 'must be a policy of the organization that is not archived'),
    ...unknownIdErrors('taskIds', taskIds, links.tasks, 'must be a task of the organization that is not archived'),
    ...mappingErrorsIn('requirementMappings', links.mappings),
  };
}

/** Adds missing links. @returns titles of the new links by kind; kinds without any are absent */
export async function linkAll(db: OrganizationDatabase, controlId: string, links: Links): Promise<Record<string, string[]>> {
  const control = { control_id: controlId };
  const mapped = links.mappings.filter((one) => 'instanceId' in one);
  const [policies, tasks, documentTypes, requirements] = await Promise.all([
    policyLinks.direct.add(db, control, links.policies),
    taskLinks.direct.add(db, control, links.tasks),
    documentTypeLinks.direct.add(db, control, linkableForms(links.documentTypes)),
    mapped.length ? linkRequirements(db, controlId, mapped) : [],
  ]);
  const titles = (some: readonly { readonly title: string }[]) => some.map(({ title }) => title);
  const linked = {
    policies: titles(policies),
    tasks: titles(tasks),
    documentTypes: titles(documentTypes),
    requirements: titles(requirements),
  };
  return Object.fromEntries(Object.entries(linked).filter(([, some]) => some.length));
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];
