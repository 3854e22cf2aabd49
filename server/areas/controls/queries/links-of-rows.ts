/** What the rows of a request link to their controls, looked up for all of them at once. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Artefact } from './artefacts.ts';
import { documentTypes } from './document-types.ts';
import { policies } from './policies.ts';
import { linkRequirements, type Mapped, type Misfit, misfitsIn, resolveMappings } from './requirements.ts';
import { tasks } from './tasks.ts';

type Schemas = components['schemas'];
type Row = Schemas['ControlRow'];

/** Of one row what can be linked, and its mappings with what is wrong with them. */
export interface Links {
  readonly policies: readonly Artefact[];
  readonly tasks: readonly Artefact[];
  readonly documentTypes: readonly Schemas['EvidenceFormType'][];
  readonly mappings: readonly (Mapped | Misfit)[];
}

/** @returns the links of each row, held until the transaction ends */
export async function findLinkable(db: OrganizationDatabase, rows: readonly Row[]): Promise<Links[]> {
  const policyIds = distinct(rows.flatMap((row) => row.policyIds ?? []));
  const taskIds = distinct(rows.flatMap((row) => row.taskIds ?? []));
  const [knownPolicies, knownTasks, mapped] = await Promise.all([
    policyIds.length ? policies.linkable(db, policyIds) : [],
    taskIds.length ? tasks.linkable(db, taskIds) : [],
    resolveMappings(
      db,
      rows.flatMap((row) => row.requirementMappings ?? []),
    ),
  ]);
  const [policyOf, taskOf] = [knownPolicies, knownTasks].map((all) => new Map(all.map((one) => [one.key, one])));
  let next = 0;
  return rows.map(({ policyIds: own = [], taskIds: tasksOfRow = [], documentTypes: forms = [], requirementMappings = [] }) => {
    const start = next;
    next += requirementMappings.length;
    return {
      policies: own.flatMap((id) => policyOf?.get(id) ?? []),
      tasks: tasksOfRow.flatMap((id) => taskOf?.get(id) ?? []),
      documentTypes: forms,
      mappings: mapped.slice(start, next),
    };
  });
}

/** What is wrong with the links of a row, by dotted field. */
export function linkFaults({ policyIds = [], taskIds = [] }: Row, links: Links): Record<string, string> {
  return {
    ...unknown('policyIds', policyIds, links.policies, 'must be a policy of the organization that is not archived'),
    ...unknown('taskIds', taskIds, links.tasks, 'must be a task of the organization that is not archived'),
    ...misfitsIn('requirementMappings', links.mappings),
  };
}

/** Those of the ids that stand for nothing that can be linked, each with its field and what was expected. */
export function unknown(field: string, ids: readonly string[], known: readonly Artefact[], expected: string): Record<string, string> {
  const keys = new Set(known.map(({ key }) => key));
  return Object.fromEntries(ids.flatMap((id, index) => (keys.has(id) ? [] : [[`${field}.${index}`, expected]])));
}

/** Links what is not linked yet. @returns what that was, fit to be read, by kind; a kind without any is absent */
export async function linkAll(db: OrganizationDatabase, controlId: string, links: Links): Promise<Record<string, string[]>> {
  const keys = (some: readonly Artefact[]) => some.map(({ key }) => key);
  const mapped = links.mappings.filter((one) => 'instanceId' in one);
  const [policyIds, taskIds, forms, requirements] = await Promise.all([
    links.policies.length ? policies.link(db, controlId, keys(links.policies)) : [],
    links.tasks.length ? tasks.link(db, controlId, keys(links.tasks)) : [],
    links.documentTypes.length ? documentTypes.link(db, controlId, links.documentTypes) : [],
    mapped.length ? linkRequirements(db, controlId, mapped) : [],
  ]);
  const titles = (some: readonly Artefact[], fresh: readonly string[]) =>
    some.filter(({ key }) => fresh.includes(key)).map(({ title }) => title);
  const linked = {
    policies: titles(links.policies, policyIds),
    tasks: titles(links.tasks, taskIds),
    documentTypes: forms,
    requirements: requirements.map(({ title }) => title),
  };
  return Object.fromEntries(Object.entries(linked).filter(([, some]) => some.length));
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];
