/** Queries of an adopted framework with its counts, of its requirements and evidence, and of a single requirement. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, type PageRequest } from '#platform/database/page';
import { filterAll, pageOfAll } from '#platform/database/page-of-all';
import { findMappedControls, listFormsInUse, listControls } from '../queries/controls.ts';
import { listSubmissions, listSubmissionsPage } from '../queries/evidence.ts';
import { listNotRelevantForms } from '#domain/evidence-forms/status';
import type { Instance } from '#domain/frameworks/instances';
import { countDefinitions, listDefinitions } from '../queries/requirements.ts';
import { findProgress } from '../queries/scores.ts';
import { listTasks } from '../queries/tasks.ts';

type Schemas = components['schemas'];

/** Maximum number of submissions in the detail of a requirement. */
const maxSubmissions = 20;
/** Maximum number of requirements that are listed before a requirement, and also after it. */
const maxNeighbors = 5;

export async function detailOf(
  db: OrganizationDatabase,
  instance: Instance,
  now: Date,
): Promise<Omit<Schemas['FrameworkDetail'], 'engagementLetter'>> {
  const [requirementCount, progressById] = await Promise.all([countDefinitions(db, instance), findProgress(db, [instance.id], now)]);
  const progress = progressById.get(instance.id);
  if (!progress) throw new Error('the framework has no progress figures');
  return { ...instance, requirementCount, ...progress };
}

/** Lists the requirements in the order of the framework, each with the number of controls that meet the requirement. */
export async function listRequirementsPage(
  db: OrganizationDatabase,
  instance: Instance,
  filter: FilterOf<'listFrameworkRequirements'>,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkRequirementListItem']>> {
  const [definitions, { maps }] = await Promise.all([listDefinitions(db, instance), findMappedControls(db, instance.id)]);
  const mapsByRequirement = Map.groupBy(maps, (map) => map.requirementId ?? map.customRequirementId);
  const { rows, ...pageInfo } = pageOfAll(filterAll(definitions, filter, requirementTextOf), page);
  return {
    ...pageInfo,
    rows: rows.map((definition) => ({ ...definition, controlCount: mapsByRequirement.get(definition.id)?.length ?? 0 })),
  };
}

/** @returns the text of a requirement that lists search */
export const requirementTextOf = ({ identifier, name }: { readonly identifier: string; readonly name: string }) => `${identifier}\n${name}`;

/** Lists the evidence that was submitted for the framework by time. */
export async function listEvidencePage(
  db: OrganizationDatabase,
  instance: Instance,
  filter: FilterOf<'listFrameworkEvidenceSubmissions'>,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkEvidenceSubmission']>> {
  const [usedForms, notRelevantForms] = await Promise.all([listFormsInUse(db, instance.id), listNotRelevantForms(db)]);
  return listSubmissionsPage(
    db,
    usedForms.map((formType) => ({ formType, isNotRelevant: notRelevantForms.has(formType) })),
    filter,
    page,
  );
}

/** @param reader sees only links to readable records @returns undefined if the framework has no requirement with this id */
export async function findRequirementDetail(
  db: OrganizationDatabase,
  instance: Instance,
  id: string,
  reader: Reader,
): Promise<Schemas['RequirementDetail'] | undefined> {
  const definitions = await listDefinitions(db, instance);
  const requirement = definitions.find((definition) => definition.id === id);
  if (!requirement) return undefined;
  const { controls: mappedControls, maps } = mayRead(reader, 'control')
    ? await findMappedControls(db, instance.id)
    : { controls: [], maps: [] };
  const mapsOfRequirement = maps.filter((map) => (map.requirementId ?? map.customRequirementId) === id);
  const controls = mappedControls.filter((control) => mapsOfRequirement.some(({ controlId }) => controlId === control.id));
  const controlViews = (await listControls(db, [instance.id], { controls, maps: mapsOfRequirement }, reader)).map(
    ({ control: { requirementsMapped: _mapped, ...control } }) => control,
  );
  const [tasks, evidenceSubmissions] = await Promise.all([
    mayRead(reader, 'task') ? listTasks(db, instance.id, controls) : [],
    listSubmissions(
      db,
      mayRead(reader, 'evidence_submission') ? controlViews.flatMap(({ controlDocumentTypes }) => controlDocumentTypes) : [],
      maxSubmissions,
    ),
  ]);
  const relatedControls = controlViews.flatMap((control) =>
    mapsOfRequirement.filter(({ controlId }) => controlId === control.id).map((map) => ({ ...map, control })),
  );
  const index = definitions.indexOf(requirement);
  const siblingRequirements = [
    ...definitions.slice(Math.max(0, index - maxNeighbors), index),
    ...definitions.slice(index + 1, index + 1 + maxNeighbors),
  ].map(({ id: siblingId, name }) => ({ id: siblingId, name }));
  return { requirement, relatedControls, tasks, evidenceSubmissions, siblingRequirements };
}
