/** An adopted framework with its counts, the lists of its contents, and the detail of a requirement. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, type PageRequest } from '#platform/database/page';
import { pageOfAll } from '#platform/database/page-of-all';
import { findMappedControls, formsInUse, listControls } from '../queries/controls.ts';
import { listSubmissions, listSubmissionsPage } from '../queries/evidence.ts';
import { listNotRelevantForms } from '#domain/evidence-forms/status';
import type { Instance } from '#domain/frameworks/instances';
import { countDefinitions, listDefinitions } from '../queries/requirements.ts';
import { findProgress } from '../queries/scores.ts';
import { listTasks } from '../queries/tasks.ts';

type Schemas = components['schemas'];

/** Submissions in the detail of a requirement. */
const maxSubmissions = 20;
/** Requirements listed before and after a requirement. */
const neighbors = 5;

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

/** Lists the requirements in the order of the framework, each with the number of controls that meet it. */
export async function listRequirementsPage(
  db: OrganizationDatabase,
  instance: Instance,
  { search }: FilterOf<'listFrameworkRequirements'>,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkRequirementListItem']>> {
  const [definitions, { maps }] = await Promise.all([listDefinitions(db, instance), findMappedControls(db, instance.id)]);
  const met = Map.groupBy(maps, (map) => map.requirementId ?? map.customRequirementId);
  const wanted = search?.toLowerCase() ?? '';
  const matching = definitions.filter(({ identifier, name }) => `${identifier}\n${name}`.toLowerCase().includes(wanted));
  const { rows, ...rest } = pageOfAll(matching, page);
  return { ...rest, rows: rows.map((definition) => ({ ...definition, controlCount: met.get(definition.id)?.length ?? 0 })) };
}

/** Lists the evidence that was submitted for the framework, newest first. */
export async function listEvidencePage(
  db: OrganizationDatabase,
  instance: Instance,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkEvidenceSubmission']>> {
  const [used, notRelevant] = await Promise.all([formsInUse(db, instance.id), listNotRelevantForms(db)]);
  return listSubmissionsPage(
    db,
    used.map((formType) => ({ formType, isNotRelevant: notRelevant.has(formType) })),
    page,
  );
}

/** @param reader limits links to readable records @returns undefined if the framework has no such requirement */
export async function findRequirementDetail(
  db: OrganizationDatabase,
  instance: Instance,
  id: string,
  reader: Reader,
): Promise<Schemas['RequirementDetail'] | undefined> {
  const definitions = await listDefinitions(db, instance);
  const requirement = definitions.find((one) => one.id === id);
  if (!requirement) return undefined;
  const { controls: used, maps } = mayRead(reader, 'control') ? await findMappedControls(db, instance.id) : { controls: [], maps: [] };
  const meeting = maps.filter((map) => (map.requirementId ?? map.customRequirementId) === id);
  const controls = used.filter((control) => meeting.some(({ controlId }) => controlId === control.id));
  const shown = (await listControls(db, [instance.id], { controls, maps: meeting }, reader)).map(
    ({ control: { requirementsMapped: _mapped, ...control } }) => control,
  );
  const [tasks, evidenceSubmissions] = await Promise.all([
    mayRead(reader, 'task') ? listTasks(db, instance.id, controls) : [],
    listSubmissions(
      db,
      mayRead(reader, 'evidence_submission') ? shown.flatMap(({ controlDocumentTypes }) => controlDocumentTypes) : [],
      maxSubmissions,
    ),
  ]);
  const relatedControls = shown.flatMap((control) =>
    meeting.filter(({ controlId }) => controlId === control.id).map((map) => ({ ...map, control })),
  );
  const at = definitions.indexOf(requirement);
  const siblingRequirements = [...definitions.slice(Math.max(0, at - neighbors), at), ...definitions.slice(at + 1, at + 1 + neighbors)].map(
    ({ id: siblingId, name }) => ({ id: siblingId, name }),
  );
  return { requirement, relatedControls, tasks, evidenceSubmissions, siblingRequirements };
}
