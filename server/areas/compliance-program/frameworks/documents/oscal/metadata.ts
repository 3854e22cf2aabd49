/** Builds the parts that all OSCAL documents have in common. */
import type { OscalModel, Program } from './program.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** The OSCAL version of the documents. */
const oscalVersion = '1.1.2';
/** The namespace of properties that OSCAL does not define. */
const namespace = 'urn:compliance-automation-api';

/** @returns a property in the service's own namespace */
export const ownProperty = (name: string, value: string) => ({ name, ns: namespace, value: toLine(value) });

/** Builds the metadata of a document. @param options optional remarks, roles, and the people named in the document */
export function metadataOf(
  { organization, framework, lastModified }: Program,
  title: string,
  options: {
    readonly remarks?: string;
    readonly roles?: readonly { readonly id: string; readonly title: string }[];
    readonly people?: readonly { readonly id: string; readonly name: string }[];
  } = {},
) {
  const { remarks = '', roles = [], people = [] } = options;
  const parties = [
    { uuid: organizationUuid(organization), type: 'organization', name: toLine(organization.name) },
    ...people.map(({ id, name }) => ({ uuid: personUuid(id), type: 'person', name: toLine(name) })),
  ];
  return {
    title: toLine(title),
    'last-modified': lastModified,
    version: toLine(framework.version),
    'oscal-version': oscalVersion,
    ...optionalList('roles', roles),
    parties,
    ...(remarks.trim() && { remarks: remarks.trim() }),
  };
}

export const organizationUuid = ({ id }: Program['organization']) => uuidOf('party', id);
export const personUuid = (memberId: string) => uuidOf('party', memberId);

/** Returns a reference to another document of the program: a resource for the back matter, and a link to this resource. */
export function referenceToDocument({ instanceId, framework, documentUrl }: Program, model: OscalModel) {
  const uuid = uuidOf('resource', model, instanceId);
  const resource = {
    uuid,
    title: toLine(`${framework.name}: ${model.replaceAll('-', ' ')}`),
    rlinks: [{ href: documentUrl(model), 'media-type': 'application/oscal+json' }],
  };
  return { href: `#${uuid}`, resource };
}
