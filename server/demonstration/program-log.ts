import { frameworkNameOf, type Instance } from '#domain/frameworks/instances';
import { adopted, annex } from './data/program.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

/** Logs what was adopted and what was created from it. */
export function logProgram(
  { calendar, log }: DemoContext,
  members: Members,
  instances: { readonly platform: readonly Instance[]; readonly version: string; readonly annex: Instance },
): void {
  const [by, author] = [members.of(adopted.by), members.of(annex.by)];
  log.write(
    calendar.ago(adopted.ago, 'adoption'),
    by,
    'addFrameworks',
    {},
    { description: 'Adopted frameworks', changes: { frameworks: { previous: null, current: instances.platform.map(frameworkNameOf) } } },
  );
  const [first] = instances.platform;
  if (first)
    log.write(
      calendar.ago(93, 'update'),
      by,
      'syncFramework',
      { path: { id: first.id } },
      { description: `Synced framework to ${instances.version}`, changes: { version: { previous: null, current: instances.version } } },
    );

  const { id } = instances.annex;
  const at = (what: string) => calendar.ago(annex.ago, what);
  log.write(
    at(annex.name),
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
