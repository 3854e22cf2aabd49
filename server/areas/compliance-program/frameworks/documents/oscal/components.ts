/** Exports the organization's controls and policies as OSCAL components that implement the framework. */
import { referenceToDocument, metadataOf, ownProperty } from './metadata.ts';
import type { OscalControl, OscalPolicy, Implementation, Program } from './program.ts';
import { groupByKeys } from './group-by-keys.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** A control or policy that implements requirements. */
interface Component {
  readonly uuid: string;
  readonly type: 'policy' | 'process-procedure';
  readonly title: string;
  readonly description: string;
  readonly props: ReturnType<typeof ownProperty>[];
  readonly state: ReturnType<typeof implementationStateOf>;
  /** The ids of the requirements that the component implements. */
  readonly requirementIds: ReadonlySet<string>;
}

const states = { implemented: 'implemented', partial: 'partial', not_started: 'planned', not_applicable: 'not-applicable' } as const;
export const implementationStateOf = (status: OscalControl['status']) => states[status];

/** @returns a component for each control, followed by a component for each policy */
export function componentsOf({ controls, policies }: Implementation): Component[] {
  const controlsOfPolicy = groupByKeys(controls, ({ policyIds }) => policyIds);
  return [...controls.map(controlComponent), ...policies.map((policy) => policyComponent(policy, controlsOfPolicy.get(policy.id) ?? []))];
}

function controlComponent({ id, name, description, externalId, status, requirementIds }: OscalControl): Component {
  return {
    uuid: uuidOf('component', id),
    type: 'process-procedure',
    title: toLine(name),
    description: description.trim() || toLine(name),
    props: externalId === null ? [] : [ownProperty('external-id', externalId)],
    state: implementationStateOf(status),
    requirementIds: new Set(requirementIds),
  };
}

function policyComponent({ id, name, status }: OscalPolicy, controls: readonly OscalControl[]): Component {
  return {
    uuid: uuidOf('component', id),
    type: 'policy',
    title: toLine(name),
    description: toLine(name),
    props: [ownProperty('policy-status', status)],
    state: status === 'published' ? 'implemented' : 'planned',
    requirementIds: new Set(controls.flatMap(({ requirementIds }) => requirementIds)),
  };
}

export function componentDefinitionOf(program: Program, implementation: Implementation) {
  const { instanceId, framework, organization, requirements } = program;
  const catalog = referenceToDocument(program, 'catalog');
  const requirementsWithIndex = new Map(requirements.map((requirement, index) => [requirement.id, { ...requirement, index }]));
  const components = componentsOf(implementation).map(({ requirementIds, state, props, ...component }) => {
    const metRequirements = [...requirementIds]
      .flatMap((id) => requirementsWithIndex.get(id) ?? [])
      .toSorted((one, other) => one.index - other.index);
    const implemented = metRequirements.map(({ id, controlId }) => ({
      uuid: uuidOf('implemented-requirement', component.uuid, id),
      'control-id': controlId,
      description: component.description,
      props: [ownProperty('implementation-status', state)],
    }));
    const controlImplementation = {
      uuid: uuidOf('control-implementation', component.uuid, instanceId),
      source: catalog.href,
      description: `How ${component.title} meets ${toLine(framework.name)}`,
      'implemented-requirements': implemented,
    };
    return {
      ...component,
      ...optionalList('props', props),
      ...optionalList('control-implementations', metRequirements.length ? [controlImplementation] : []),
    };
  });
  return {
    'component-definition': {
      uuid: uuidOf('component-definition', instanceId),
      metadata: metadataOf(program, `Components of ${toLine(organization.name)} for ${toLine(framework.name)}`),
      ...optionalList('components', components),
      'back-matter': { resources: [catalog.resource] },
    },
  };
}
