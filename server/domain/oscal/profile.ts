/** The requirements in scope as a profile of the catalog. */
import { documentOf, metadataOf } from './metadata.ts';
import type { Program } from './program.ts';
import { lineOf } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** Of a framework that has requirements in scope. */
export function profileOf(program: Program) {
  const { instanceId, framework, organization, requirements } = program;
  const catalog = documentOf(program, 'catalog');
  const chosen = requirements.filter(({ inScope }) => inScope).map(({ controlId }) => controlId);
  const isWhole = chosen.length === requirements.length;
  return {
    profile: {
      uuid: uuidOf('profile', instanceId),
      metadata: metadataOf(program, `${lineOf(framework.name)}: requirements in scope of ${lineOf(organization.name)}`),
      imports: [{ href: catalog.href, ...(isWhole ? { 'include-all': {} } : { 'include-controls': [{ 'with-ids': chosen }] }) }],
      merge: { 'as-is': true },
      'back-matter': { resources: [catalog.resource] },
    },
  };
}
