/** Logs how the compliance program was created. */
import { frameworkNameOf, type Instance } from '#domain/frameworks/instances';
import { adopted, annex } from './data/program.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

/** Logs the adoption and update of frameworks, and the creation of the custom framework and its requirements. */
export function logProgram(
  { calendar, log }: DemoContext,
  members: Members,
  instances: { readonly platform: readonly Instance[]; readonly version: string; readonly annex: Instance },
): void {
  const [adopter, author] = [members.of(adopted.by), members.of(annex.by)];
  log.write(
    calendar.ago(adopted.ago, 'adoption'),
    adopter,
    'addFrameworks',
    {},
    { description: 'Adopted frameworks', changes: { frameworks: { previous: null, current: instances.platform.map(frameworkNameOf) } } },
  );
  const [firstInstance] = instances.platform;
  if (firstInstance)
    log.write(
      calendar.ago(93, 'update'),
      adopter,
      'syncFramework',
      { path: { id: firstInstance.id } },
      { description: `Synced framework to ${instances.version}`, changes: { version: { previous: null, current: instances.version } } },
    );

  const { id } = instances.annex;
  const timeOf = (event: string) => calendar.ago(annex.ago, event);
  log.write(
    timeOf(annex.name),
    author,
    'createCustomFramework',
    {},
    {
      description: 'Created custom framework',
      entityId: id,
      changes: {
        name: { previous: null, current: annex.name },
        description: { previous: null, current: annex.description },
        version: { previous: null, current: annex.version },
      },
    },
  );
  for (const { identifier, name, description } of annex.requirements) {
    log.write(
      calendar.ago(annex.ago - 1, `${annex.name} ${identifier}`),
      author,
      'createFrameworkRequirement',
      { path: { id } },
      {
        entityType: 'framework',
        description: 'Created requirement',
        changes: {
          name: { previous: null, current: name },
          identifier: { previous: null, current: identifier },
          description: { previous: null, current: description },
        },
      },
    );
  }
}
