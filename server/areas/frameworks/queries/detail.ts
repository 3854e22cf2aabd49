/** One adopted framework in figures, the lists of what it holds, and one of its requirements with everything that belongs to it. */
import type { components } from '../../../../generated/api.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, type PageRequest } from '../../../platform/database/page.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';
import { findMapped, formsInUse, listControls } from './controls.ts';
import { listSubmissions, pageOfSubmissions } from './evidence.ts';
import { listNotRelevant } from '../../../domain/evidence-forms/standing.ts';
import type { Instance } from '../../../domain/frameworks/instances.ts';
import { countDefinitions, listDefinitions } from './requirements.ts';
import { standingsOf } from './scores.ts';
import { listTasks } from './tasks.ts';

type Schemas = components['schemas'];

/** How many submissions a requirement shows. */
const mostSubmissions = 20;
/** How many requirements are shown before a requirement, and how many after it. */
const neighbors = 5;

export async function detailOf(
  db: OrganizationDatabase,
  instance: Instance,
  now: Date,
): Promise<Omit<Schemas['FrameworkDetail'], 'engagementLetter'>> {
  const [requirementCount, standings] = await Promise.all([countDefinitions(db, instance), standingsOf(db, [instance.id], now)]);
  const standing = standings.get(instance.id);
  if (!standing) throw new Error('a framework without figures');
  return { ...instance, requirementCount, ...standing };
}

/** Lists the requirements in the order of the framework, each with the number of controls that meet it. */
export async function pageOfRequirements(
  db: OrganizationDatabase,
  instance: Instance,
  { search }: FilterOf<'listFrameworkRequirements'>,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkRequirementListItem']>> {
  const [definitions, { maps }] = await Promise.all([listDefinitions(db, instance), findMapped(db, instance.id)]);
  const met = Map.groupBy(maps, (map) => map.requirementId ?? map.customRequirementId);
  const wanted = search?.trim().toLowerCase() ?? '';
  const matching = definitions.filter(({ identifier, name }) => `${identifier}\n${name}`.toLowerCase().includes(wanted));
  const { rows, ...rest } = pageOfAll(matching, page);
  return { ...rest, rows: rows.map((definition) => ({ ...definition, controlCount: met.get(definition.id)?.length ?? 0 })) };
}

/** Lists the evidence that was submitted for the framework, newest first. */
export async function pageOfEvidence(
  db: OrganizationDatabase,
  instance: Instance,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkEvidenceSubmission']>> {
  const [used, notRelevant] = await Promise.all([formsInUse(db, instance.id), listNotRelevant(db)]);
  return pageOfSubmissions(
    db,
    used.map((formType) => ({ formType, isNotRelevant: notRelevant.has(formType) })),
    page,
  );
}

/** @param reader id of the member who reads the policies @returns undefined when the framework has no such requirement */
export async function requirementDetail(
  db: OrganizationDatabase,
  instance: Instance,
  id: string,
  reader: string | undefined,
): Promise<Schemas['RequirementDetail'] | undefined> {
  const definitions = await listDefinitions(db, instance);
  const requirement = definitions.find((one) => one.id === id);
  if (!requirement) return undefined;
  const { controls: used, maps } = await findMapped(db, instance.id);
  const meeting = maps.filter((map) => (map.requirementId ?? map.customRequirementId) === id);
  const controls = used.filter((control) => meeting.some(({ controlId }) => controlId === control.id));
  const shown = (await listControls(db, [instance.id], { controls, maps: meeting }, reader)).map(
    ({ control: { requirementsMapped: _mapped, ...control } }) => control,
  );
  const [tasks, evidenceSubmissions] = await Promise.all([
    listTasks(db, instance.id, controls),
    listSubmissions(
      db,
      shown.flatMap(({ controlDocumentTypes }) => controlDocumentTypes),
      mostSubmissions,
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
