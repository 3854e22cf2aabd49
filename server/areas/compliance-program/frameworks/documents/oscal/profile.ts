/** Exports the requirements in scope as an OSCAL profile of the catalog. */
import { documentOf, metadataOf } from './metadata.ts';
import type { Program } from './program.ts';
import { toLine } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** For a framework with requirements in scope. */
export function profileOf(program: Program) {
  const { instanceId, framework, organization, requirements } = program;
  const catalog = documentOf(program, 'catalog');
  const chosen = requirements.filter(({ inScope }) => inScope).map(({ controlId }) => controlId);
  const isWhole = chosen.length === requirements.length;
  return {
    profile: {
      uuid: uuidOf('profile', instanceId),
      metadata: metadataOf(program, `${toLine(framework.name)}: requirements in scope of ${toLine(organization.name)}`),
      imports: [{ href: catalog.href, ...(isWhole ? { 'include-all': {} } : { 'include-controls': [{ 'with-ids': chosen }] }) }],
      merge: { 'as-is': true },
      'back-matter': { resources: [catalog.resource] },
    },
  };
}
