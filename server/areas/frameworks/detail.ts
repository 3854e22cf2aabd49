/** One adopted framework, or one of its requirements, with everything in it. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { listControls, listMaps, plainControl } from './controls.ts';
import { listSubmissions } from './evidence.ts';
import type { Instance } from './instances.ts';
import { listDefinitions } from './requirements.ts';
import { listTasks } from './tasks.ts';

type Schemas = components['schemas'];

export async function detailOf(db: OrganizationDatabase, instance: Instance): Promise<Schemas['FrameworkDetail']> {
  const [found, requirementDefinitions, maps] = await Promise.all([listControls(db, [instance.id]), listDefinitions(db, instance), listMaps(db, instance.id)]);
  const controls = found.map(({ control }) => control);
  const byId = new Map(controls.map((control) => [control.id, plainControl(control)]));
  const [tasks, evidenceSubmissions] = await Promise.all([listTasks(db, instance.id, controls), listSubmissions(db, controls.flatMap(({ controlDocumentTypes }) => controlDocumentTypes))]);
  const requirementMaps = maps.flatMap((map) => {
    const control = byId.get(map.controlId);
    return control ? [{ ...map, control }] : [];
  });
  return { ...instance, controls, requirementDefinitions, tasks, requirementMaps, evidenceSubmissions };
}

/** Nothing, when the framework has no such requirement. */
export async function requirementDetail(db: OrganizationDatabase, instance: Instance, id: string): Promise<Schemas['RequirementDetail'] | undefined> {
  const definitions = await listDefinitions(db, instance);
  const requirement = definitions.find((one) => one.id === id);
  if (!requirement) return undefined;
  const [found, maps] = await Promise.all([listControls(db, [instance.id]), listMaps(db, instance.id)]);
  const related = found.flatMap(({ control: { requirementsMapped, ...control } }) => {
    const map = maps.find((one) => one.controlId === control.id && (one.requirementId ?? one.customRequirementId) === id);
    return map ? [{ ...map, control }] : [];
  });
  const controls = related.map(({ control }) => control);
  const [tasks, evidenceSubmissions] = await Promise.all([listTasks(db, instance.id, controls), listSubmissions(db, controls.flatMap(({ controlDocumentTypes }) => controlDocumentTypes))]);
  const siblingRequirements = definitions.flatMap((one) => (one.id === id ? [] : [{ id: one.id, name: one.name }]));
  return { requirement, relatedControls: related, tasks, evidenceSubmissions, siblingRequirements };
}
