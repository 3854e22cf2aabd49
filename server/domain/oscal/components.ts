/** The controls and policies of the organization as components that implement the framework. */
import { documentOf, metadataOf, ourProp } from './metadata.ts';
import type { OscalControl, OscalPolicy, Practice, Program } from './program.ts';
import { grouped } from './grouped.ts';
import { lineOf, listOf } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** What can implement a requirement. */
interface Component {
  readonly uuid: string;
  readonly type: 'policy' | 'process-procedure';
  readonly title: string;
  readonly description: string;
  readonly props: ReturnType<typeof ourProp>[];
  readonly state: ReturnType<typeof stateOf>;
  /** Ids of requirements. */
  readonly meets: ReadonlySet<string>;
}

const states = { implemented: 'implemented', partial: 'partial', not_started: 'planned', not_applicable: 'not-applicable' } as const;
export const stateOf = (status: OscalControl['status']) => states[status];

/** @returns the controls, and then the policies that they have */
export function componentsOf({ controls, policies }: Practice): Component[] {
  const carriers = grouped(controls, ({ policyIds }) => policyIds);
  return [...controls.map(controlComponent), ...policies.map((policy) => policyComponent(policy, carriers.get(policy.id) ?? []))];
}

function controlComponent({ id, name, description, externalId, status, requirementIds }: OscalControl): Component {
  return {
    uuid: uuidOf('component', id),
    type: 'process-procedure',
    title: lineOf(name),
    description: description.trim() || lineOf(name),
    props: externalId === null ? [] : [ourProp('external-id', externalId)],
    state: stateOf(status),
    meets: new Set(requirementIds),
  };
}

function policyComponent({ id, name, status }: OscalPolicy, carriers: readonly OscalControl[]): Component {
  return {
    uuid: uuidOf('component', id),
    type: 'policy',
    title: lineOf(name),
    description: lineOf(name),
    props: [ourProp('policy-status', status)],
    state: status === 'published' ? 'implemented' : 'planned',
    meets: new Set(carriers.flatMap(({ requirementIds }) => requirementIds)),
  };
}

export function componentDefinitionOf(program: Program, practice: Practice) {
  const { instanceId, framework, organization, requirements } = program;
  const catalog = documentOf(program, 'catalog');
  const order = new Map(requirements.map((requirement, at) => [requirement.id, { ...requirement, at }]));
  const components = componentsOf(practice).map(({ meets, state, props, ...component }) => {
    const met = [...meets].flatMap((id) => order.get(id) ?? []).toSorted((one, other) => one.at - other.at);
    const implemented = met.map(({ id, controlId }) => ({
      uuid: uuidOf('implemented-requirement', component.uuid, id),
      'control-id': controlId,
      description: component.description,
      props: [ourProp('implementation-status', state)],
    }));
    const implementation = {
      uuid: uuidOf('control-implementation', component.uuid, instanceId),
      source: catalog.href,
      description: `How ${component.title} meets ${lineOf(framework.name)}`,
      'implemented-requirements': implemented,
    };
    return { ...component, ...listOf('props', props), ...listOf('control-implementations', met.length ? [implementation] : []) };
  });
  return {
    'component-definition': {
      uuid: uuidOf('component-definition', instanceId),
      metadata: metadataOf(program, `Components of ${lineOf(organization.name)} for ${lineOf(framework.name)}`),
      ...listOf('components', components),
      'back-matter': { resources: [catalog.resource] },
    },
  };
}
