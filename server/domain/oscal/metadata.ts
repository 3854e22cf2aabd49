/** What all OSCAL documents have in common. */
import type { OscalModel, Program } from './program.ts';
import { lineOf, listOf } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** The version of OSCAL that the documents have. */
const oscalVersion = '1.1.2';
/** Says that a property is ours. */
const ns = 'urn:compliance-automation-api';

/** @returns a property with a name of our own */
export const ourProp = (name: string, value: string) => ({ name, ns, value: lineOf(value) });

/** @param also the people that the document names */
export function metadataOf(
  { organization, framework, lastModified }: Program,
  title: string,
  also: {
    readonly remarks?: string;
    readonly roles?: readonly { readonly id: string; readonly title: string }[];
    readonly people?: readonly { readonly id: string; readonly name: string }[];
  } = {},
) {
  const { remarks = '', roles = [], people = [] } = also;
  const parties = [
    { uuid: organizationUuid(organization), type: 'organization', name: lineOf(organization.name) },
    ...people.map(({ id, name }) => ({ uuid: personUuid(id), type: 'person', name: lineOf(name) })),
  ];
  return {
    title: lineOf(title),
    'last-modified': lastModified,
    version: lineOf(framework.version),
    'oscal-version': oscalVersion,
    ...listOf('roles', roles),
    parties,
    ...(remarks.trim() && { remarks: remarks.trim() }),
  };
}

export const organizationUuid = ({ id }: Program['organization']) => uuidOf('party', id);
export const personUuid = (memberId: string) => uuidOf('party', memberId);

/** Another document of the program, as a resource at the end and as the address that leads to it. */
export function documentOf({ instanceId, framework, addressOf }: Program, model: OscalModel) {
  const uuid = uuidOf('resource', model, instanceId);
  const resource = {
    uuid,
    title: lineOf(`${framework.name}: ${model.replaceAll('-', ' ')}`),
    rlinks: [{ href: addressOf(model), 'media-type': 'application/oscal+json' }],
  };
  return { href: `#${uuid}`, resource };
}
