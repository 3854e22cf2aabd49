/** Handlers for the requirements of a framework. */
import { changesOnCreate } from '#platform/audit/changes';
import { invalid } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import {
  deleteRequirement,
  findCopyableRequirements,
  insertRequirement,
  insertRequirements,
  lockRequirement,
  updateRequirement,
} from '../queries/custom-requirements.ts';
import { findRequirementDetail } from '../steps/detail.ts';
import { findInstance, lockInstance } from '#domain/frameworks/instances';
import { mapControls } from '../queries/links.ts';
import { lockLinkable } from '#domain/access/links/linkable';
import { identifierTaken, instanceNotFound, notCustom, requirementNotFound } from '../refusals.ts';
import { listDefinitions } from '../queries/requirements.ts';

const entityType = 'framework';

export const requirements = {
  async createFrameworkRequirement({ path, body, db, audit }) {
    const instance = await lockInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const family = body.requirementFamily;
    const fields = {
      name: body.name,
      identifier: body.identifier,
      description: body.description,
      ...(family !== undefined && { requirementFamily: family }),
    };
    const requirement = await insertRequirement(db, instance, fields);
    if (!requirement) return identifierTaken();
    audit.created(fields, { entityType, description: 'Created requirement' });
    return { status: 201, body: requirement };
  },

  async linkFrameworkRequirements({ path, body, db, audit }) {
    const instance = await lockInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const copyableRequirements = await findCopyableRequirements(db, body.requirementIds);
    if (!copyableRequirements.length)
      return invalid({
        requirementIds: {
          code: 'unknown_reference',
          message: 'must name a requirement of the catalog, or a custom one',
          params: { type: 'requirement' },
        },
      });
    const requirements = await insertRequirements(db, instance, copyableRequirements);
    audit.performed('Copied requirements', {
      entityType,
      changes: requirements.length ? changesOnCreate({ requirements: requirements.map(({ identifier }) => identifier) }) : {},
    });
    return { status: 200, body: { count: requirements.length, requirements } };
  },

  async getFrameworkRequirement({ path, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const detail = await findRequirementDetail(db, instance, path.requirementKey, actor);
    return detail ? { status: 200, body: detail } : requirementNotFound();
  },

  async updateFrameworkRequirement({ path, body, db, audit }) {
    const instance = await lockInstance(db, path.id);
    if (!instance) return instanceNotFound();
    await lockRequirement(db, path.requirementKey);
    const before = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!before) return requirementNotFound();
    if (before.kind === 'platform') return notCustom();
    const { name = before.name, identifier = before.identifier, description = before.description, requirementFamily: family } = body;
    const after = await updateRequirement(db, before.id, {
      name,
      identifier,
      description,
      ...(family !== undefined && { requirementFamily: family }),
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
    const instance = await lockInstance(db, path.id);
    if (!instance) return instanceNotFound();
    await lockRequirement(db, path.requirementKey);
    const requirement = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!requirement) return requirementNotFound();
    if (requirement.kind === 'platform') return notCustom();
    await deleteRequirement(db, requirement.id);
    audit.removed({ requirement: `${requirement.identifier} ${requirement.name}` }, { entityType, description: 'Deleted requirement' });
    return { status: 204 };
  },

  async linkControlsToRequirement({ path, body, db, actor, audit }) {
    const instance = await lockInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const requirement = (await listDefinitions(db, instance)).find(({ id }) => id === path.requirementKey);
    if (!requirement) return requirementNotFound();
    const controls = await lockLinkable(db, actor, 'control', body.controlIds);
    if (!controls.length)
      return invalid({ controlIds: { code: 'unknown_reference', message: 'must name a control in use', params: { type: 'control' } } });
    const linkedControls = await mapControls(db, instance, requirement, controls);
    const titles = linkedControls.map(({ title }) => title);
    audit.performed(`Linked controls to ${requirement.identifier}`, {
      entityType,
      changes: titles.length ? changesOnCreate({ controls: titles }) : {},
    });
    return { status: 200, body: { count: linkedControls.length } };
  },
} satisfies Partial<Handlers<'frameworks'>>;
