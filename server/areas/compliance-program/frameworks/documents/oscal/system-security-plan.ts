/** Exports an OSCAL system security plan: how the organization, as the system, meets the requirements in scope. */
import { componentsOf } from './components.ts';
import { referenceToDocument, metadataOf, organizationUuid, personUuid } from './metadata.ts';
import type { Implementation, Program } from './program.ts';
import { groupByKeys } from './group-by-keys.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

const [ownerRole, memberRole] = ['control-owner', 'member'] as const;
const operational = { state: 'operational' } as const;

/** Returns the id of the system, which is the same in all documents. */
export const systemIdOf = ({ organization }: Program) => ({
  'identifier-type': 'http://ietf.org/rfc/rfc4122',
  id: uuidOf('system', organization.id),
});

/** Builds the plan. The framework must have requirements in scope. */
export function systemSecurityPlanOf(program: Program, implementation: Implementation) {
  const { instanceId, framework, organization } = program;
  const [name, standard] = [toLine(organization.name), toLine(framework.name)];
  const profile = referenceToDocument(program, 'profile');
  const components = componentsOf(implementation);
  const system = {
    uuid: uuidOf('component', organization.id),
    type: 'this-system',
    title: name,
    description: `The organization ${name} as a whole`,
    status: operational,
  };
  const people = new Map(implementation.controls.flatMap(({ owner: person }) => (person ? [[person.id, person] as const] : [])));
  return {
    'system-security-plan': {
      uuid: uuidOf('system-security-plan', instanceId),
      metadata: metadataOf(program, `${name}: system security plan for ${standard}`, {
        roles: [
          { id: ownerRole, title: 'Owner of a control' },
          { id: memberRole, title: 'Member of the organization' },
        ],
        people: [...people.values()],
      }),
      'import-profile': { href: profile.href },
      'system-characteristics': {
        'system-ids': [systemIdOf(program)],
        'system-name': name,
        description: system.description,
        'system-information': {
          'information-types': [
            {
              uuid: uuidOf('information-type', organization.id),
              title: 'Information of the organization',
              description: `All information that is in the scope of ${standard}`,
            },
          ],
        },
        status: operational,
        'authorization-boundary': { description: `What is in the scope of ${standard} at ${name}` },
      },
      'system-implementation': {
        users: [{ uuid: uuidOf('user', organization.id), title: 'Members of the organization', 'role-ids': [memberRole] }],
        components: [
          system,
          ...components.map(({ uuid, type, title, description, props, state }) => ({
            uuid,
            type,
            title,
            description,
            ...optionalList('props', props),
            status: { state: state === 'implemented' ? 'operational' : state === 'not-applicable' ? 'other' : 'under-development' },
          })),
        ],
      },
      'control-implementation': {
        description: `How ${name} meets the requirements of ${standard} that are in scope`,
        'implemented-requirements': implementedRequirements(program, implementation, components, system.uuid),
      },
      'back-matter': { resources: [profile.resource] },
    },
  };
}

function implementedRequirements(
  program: Program,
  { controls }: Implementation,
  components: ReturnType<typeof componentsOf>,
  systemUuid: string,
) {
  const { instanceId } = program;
  const componentsByRequirement = groupByKeys(components, ({ requirementIds }) => requirementIds);
  const controlsByRequirement = groupByKeys(controls, ({ requirementIds }) => requirementIds);
  return program.requirements
    .filter(({ inScope }) => inScope)
    .map(({ id, controlId }) => {
      const componentsOfRequirement = componentsByRequirement.get(id) ?? [];
      const ownerIds = (controlsByRequirement.get(id) ?? []).flatMap(({ owner: person }) => person?.id ?? []);
      const responsibleParties = ownerIds.length ? [...new Set(ownerIds)].map(personUuid) : [organizationUuid(program.organization)];
      const byComponent = (uuid: string, description: string, state: string) => ({
        'component-uuid': uuid,
        uuid: uuidOf('by-component', instanceId, id, uuid),
        description,
        'implementation-status': { state },
      });
      return {
        uuid: uuidOf('implemented-requirement', instanceId, id),
        'control-id': controlId,
        'responsible-roles': [{ 'role-id': ownerRole, 'party-uuids': responsibleParties }],
        'by-components': componentsOfRequirement.length
          ? componentsOfRequirement.map(({ uuid, description, state }) => byComponent(uuid, description, state))
          : [byComponent(systemUuid, 'No control meets this requirement yet', 'planned')],
      };
    });
}
