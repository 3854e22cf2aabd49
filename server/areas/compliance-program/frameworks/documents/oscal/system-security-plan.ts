/** Exports how the organization meets the requirements in scope as an OSCAL system security plan. The organization is the system. */
import { componentsOf } from './components.ts';
import { documentOf, metadataOf, organizationUuid, personUuid } from './metadata.ts';
import type { Practice, Program } from './program.ts';
import { groupByKeys } from './group-by-keys.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

const [owner, member] = ['control-owner', 'member'] as const;
const operational = { state: 'operational' } as const;

/** The system's id in the other documents. */
export const systemIdOf = ({ organization }: Program) => ({
  'identifier-type': 'http://ietf.org/rfc/rfc4122',
  id: uuidOf('system', organization.id),
});

/** For a framework with requirements in scope. */
export function systemSecurityPlanOf(program: Program, practice: Practice) {
  const { instanceId, framework, organization } = program;
  const [name, standard] = [toLine(organization.name), toLine(framework.name)];
  const profile = documentOf(program, 'profile');
  const components = componentsOf(practice);
  const system = {
    uuid: uuidOf('component', organization.id),
    type: 'this-system',
    title: name,
    description: `The organization ${name} as a whole`,
    status: operational,
  };
  const people = new Map(practice.controls.flatMap(({ owner: person }) => (person ? [[person.id, person] as const] : [])));
  return {
    'system-security-plan': {
      uuid: uuidOf('system-security-plan', instanceId),
      metadata: metadataOf(program, `${name}: system security plan for ${standard}`, {
        roles: [
          { id: owner, title: 'Owner of a control' },
          { id: member, title: 'Member of the organization' },
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
        users: [{ uuid: uuidOf('user', organization.id), title: 'Members of the organization', 'role-ids': [member] }],
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
        'implemented-requirements': implementedIn(program, practice, components, system.uuid),
      },
      'back-matter': { resources: [profile.resource] },
    },
  };
}

function implementedIn(program: Program, { controls }: Practice, components: ReturnType<typeof componentsOf>, systemUuid: string) {
  const { instanceId } = program;
  const meetingOf = groupByKeys(components, ({ meets }) => meets);
  const controlsOf = groupByKeys(controls, ({ requirementIds }) => requirementIds);
  return program.requirements
    .filter(({ inScope }) => inScope)
    .map(({ id, controlId }) => {
      const meeting = meetingOf.get(id) ?? [];
      const owners = (controlsOf.get(id) ?? []).flatMap(({ owner: person }) => person?.id ?? []);
      const responsible = owners.length ? [...new Set(owners)].map(personUuid) : [organizationUuid(program.organization)];
      const byComponent = (uuid: string, description: string, state: string) => ({
        'component-uuid': uuid,
        uuid: uuidOf('by-component', instanceId, id, uuid),
        description,
        'implementation-status': { state },
      });
      return {
        uuid: uuidOf('implemented-requirement', instanceId, id),
        'control-id': controlId,
        'responsible-roles': [{ 'role-id': owner, 'party-uuids': responsible }],
        'by-components': meeting.length
          ? meeting.map(({ uuid, description, state }) => byComponent(uuid, description, state))
          : [byComponent(systemUuid, 'No control meets this requirement yet', 'planned')],
      };
    });
}
