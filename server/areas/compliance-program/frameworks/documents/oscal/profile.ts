/** Exports the requirements in scope as an OSCAL profile of the catalog. */
import { referenceToDocument, metadataOf } from './metadata.ts';
import type { Program } from './program.ts';
import { toLine } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** Builds the profile. The framework must have requirements in scope. */
export function profileOf(program: Program) {
  const { instanceId, framework, organization, requirements } = program;
  const catalog = referenceToDocument(program, 'catalog');
  const idsInScope = requirements.filter(({ inScope }) => inScope).map(({ controlId }) => controlId);
  const isCompleteCatalog = idsInScope.length === requirements.length;
  return {
    profile: {
      uuid: uuidOf('profile', instanceId),
      metadata: metadataOf(program, `${toLine(framework.name)}: requirements in scope of ${toLine(organization.name)}`),
      imports: [
        { href: catalog.href, ...(isCompleteCatalog ? { 'include-all': {} } : { 'include-controls': [{ 'with-ids': idsInScope }] }) },
      ],
      merge: { 'as-is': true },
      'back-matter': { resources: [catalog.resource] },
    },
  };
}
