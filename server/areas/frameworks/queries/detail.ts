/** One adopted framework, or one of its requirements, with everything in it. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findInUse, listControls } from './controls.ts';
import { listSubmissions } from './evidence.ts';
import type { Instance } from './instances.ts';
import { listDefinitions } from './requirements.ts';
import { listTasks } from './tasks.ts';

type Schemas = components['schemas'];

export async function detailOf(db: OrganizationDatabase, instance: Instance): Promise<Schemas['FrameworkDetail']> {
  const [inUse, requirementDefinitions] = await Promise.all([findInUse(db, [instance.id]), listDefinitions(db, instance)]);
  const controls = (await listControls(db, [instance.id], inUse)).map(({ control }) => control);
  const [tasks, evidenceSubmissions] = await Promise.all([
    listTasks(db, instance.id, controls),
    listSubmissions(
      db,
      controls.flatMap(({ controlDocumentTypes }) => controlDocumentTypes),
    ),
  ]);
  const byId = new Map(inUse.controls.map((control) => [control.id, control]));
  const requirementMaps = inUse.maps.flatMap((map) => {
    const control = byId.get(map.controlId);
    return control ? [{ ...map, control }] : [];
  });
  return { ...instance, controls, requirementDefinitions, tasks, requirementMaps, evidenceSubmissions };
}

/** Nothing, when the framework has no such requirement. */
export async function requirementDetail(
  db: OrganizationDatabase,
  instance: Instance,
  id: string,
): Promise<Schemas['RequirementDetail'] | undefined> {
  const definitions = await listDefinitions(db, instance);
  const requirement = definitions.find((one) => one.id === id);
  if (!requirement) return undefined;
  const { controls: used, maps } = await findInUse(db, [instance.id]);
  const meeting = maps.filter((map) => (map.requirementId ?? map.customRequirementId) === id);
  const controls = used.filter((control) => meeting.some(({ controlId }) => controlId === control.id));
  const shown = (await listControls(db, [instance.id], { controls, maps: meeting })).map(
    ({ control: { requirementsMapped: _mapped, ...control } }) => control,
  );
  const [tasks, evidenceSubmissions] = await Promise.all([
    listTasks(db, instance.id, controls),
    listSubmissions(
      db,
      shown.flatMap(({ controlDocumentTypes }) => controlDocumentTypes),
    ),
  ]);
  const relatedControls = shown.flatMap((control) =>
    meeting.filter(({ controlId }) => controlId === control.id).map((map) => ({ ...map, control })),
  );
  const siblingRequirements = definitions.flatMap((one) => (one.id === id ? [] : [{ id: one.id, name: one.name }]));
  return { requirement, relatedControls, tasks, evidenceSubmissions, siblingRequirements };
}
