import { added } from '../../../platform/audit/changes.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import {
  deleteRequirement,
  findRequirements,
  insertRequirement,
  insertRequirements,
  updateRequirement,
} from '../queries/custom-requirements.ts';
import { requirementDetail } from '../queries/detail.ts';
import { findInstance, holdInstance } from '../../../domain/frameworks/instances.ts';
import { controlsInUse, mapControls } from '../queries/links.ts';
import { identifierTaken, instanceNotFound, notCustom, requirementNotFound } from '../refusals.ts';
import { listDefinitions } from '../queries/requirements.ts';

const entityType = 'framework';

export const requirements = {
  async createFrameworkRequirement({ path, body, db, audit }) {
    const instance = await holdInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const family = body.requirementFamily?.trim();
    const fields = {
      name: body.name.trim(),
      identifier: body.identifier.trim(),
      description: body.description.trim(),
      ...(family !== undefined && { requirementFamily: family }),
    };
    const requirement = await insertRequirement(db, instance, fields);
    if (!requirement) return identifierTaken();
    audit.created(fields, { entityType, description: 'Created requirement' });
    return { status: 201, body: requirement };
  },

  async linkFrameworkRequirements({ path, body, db, audit }) {
    const instance = await holdInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const found = await findRequirements(db, body.requirementIds);
    if (!found.length) return invalid({ requirementIds: 'must name a requirement of the catalog, or a custom one' });
    const requirements = await insertRequirements(db, instance, found);
    audit.did('Copied requirements', {
      entityType,
      changes: requirements.length ? added({ requirements: requirements.map(({ identifier }) => identifier) }) : {},
    });
    return { status: 200, body: { count: requirements.length, requirements } };
  },

  async getFrameworkRequirement({ path, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const detail = await requirementDetail(db, instance, path.requirementKey, actor.memberId);
    return detail ? { status: 200, body: detail } : requirementNotFound();
  },

  async updateFrameworkRequirement({ path, body, db, audit }) {
    const instance = await holdInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const before = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!before) return requirementNotFound();
    if (before.kind === 'platform') return notCustom();
    const { name = before.name, identifier = before.identifier, description = before.description, requirementFamily: family } = body;
    const after = await updateRequirement(db, before.id, {
      name: name.trim(),
      identifier: identifier.trim(),
      description: description.trim(),
      ...(family !== undefined && { requirementFamily: family?.trim() ?? null }),
    });
    if (!after) return identifierTaken();
    audit.changed(before, after, {
      entityType,
      description: 'Updated requirement',
      fields: ['name', 'identifier', 'description', 'requirementFamily'],
    });
    return { status: 200, body: after };
  },

  async deleteFrameworkRequirement({ path, db, audit }) {
    const instance = await holdInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const requirement = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!requirement) return requirementNotFound();
    if (requirement.kind === 'platform') return notCustom();
    await deleteRequirement(db, requirement.id);
    audit.removed({ requirement: `${requirement.identifier} ${requirement.name}` }, { entityType, description: 'Deleted requirement' });
    return { status: 204 };
  },

  async linkControlsToRequirement({ path, body, db, audit }) {
    const instance = await holdInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const requirement = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!requirement) return requirementNotFound();
    const controls = await controlsInUse(db, body.controlIds);
    if (!controls.length) return invalid({ controlIds: 'must name a control in use' });
    const linked = new Set(
      await mapControls(
        db,
        instance,
        requirement,
        controls.map(({ id }) => id),
      ),
    );
    const names = controls.filter(({ id }) => linked.has(id)).map(({ id, name }) => `${name} (${id})`);
    audit.did(`Linked controls to ${requirement.identifier}`, {
      entityType,
      changes: names.length ? added({ controls: names }) : {},
    });
    return { status: 200, body: { count: linked.size } };
  },
} satisfies Partial<Handlers<'frameworks'>>;
