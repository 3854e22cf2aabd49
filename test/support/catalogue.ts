/** A small catalog for tests, in which tests publish and withdraw frameworks. */
import { loadCatalogue } from '#domain/catalogue/load';
import { catalogueId } from '#domain/catalogue/ids';
import { parsePolicyMarkdown } from '#domain/catalogue/rich-text';
import type { FormType } from '#domain/evidence-forms/definition';
import type { Catalogue, ControlGuidance, FrameworkSeed, PolicyTemplate, Strength, TaskTemplate } from '#domain/catalogue/types';
import type { Database } from '#platform/database/open';

/** How often a policy or a task is due, and the department that works on it. */
interface Cadence {
  readonly frequency?: PolicyTemplate['frequency'];
  readonly department?: PolicyTemplate['department'];
}
/**
 * The content of one framework. Requirements are keyed by their identifiers, and controls, policies and tasks by their slugs. Records with
 * the same slug are shared between frameworks.
 */
export interface Content {
  /** Whether the framework cannot be adopted yet. */
  readonly draft?: boolean;
  readonly requirements: Readonly<
    Record<string, { readonly name?: string; readonly description?: string; readonly family?: string; readonly part?: string }>
  >;
  /** Whether each part of the framework is required, keyed by the ids of the parts. */
  readonly parts?: Readonly<Record<string, boolean>>;
  readonly controls: Readonly<
    Record<
      string,
      {
        readonly meets: readonly string[];
        /** How far the control meets its requirements; fully by default. */
        readonly strength?: Strength;
        readonly policies?: readonly string[];
        readonly tasks?: readonly string[];
        readonly forms?: readonly FormType[];
        readonly guidance?: ControlGuidance;
        readonly name?: string;
        readonly description?: string;
        readonly family?: string;
      }
    >
  >;
  readonly policies?: Readonly<Record<string, Cadence & { readonly name?: string; readonly description?: string; readonly text?: string }>>;
  readonly tasks?: Readonly<
    Record<
      string,
      Cadence & { readonly name?: string; readonly description?: string; readonly automation?: TaskTemplate['automationStatus'] }
    >
  >;
}

interface Published {
  readonly release: string;
  readonly content: Content;
  readonly notes: string | undefined;
}

/** A catalog for the loader, with the last published release of each framework. */
export class TestCatalogue {
  readonly #frameworks = new Map<string, Published>();

  /** Publishes content as a release of a framework. @returns its ids, and whether the database changed */
  async publish(
    { system }: Pick<Database, 'system'>,
    framework: string,
    release: string,
    content: Content,
    notes?: string,
  ): Promise<{ readonly frameworkId: string; readonly versionId: string; readonly written: boolean }> {
    this.#frameworks.set(framework, { release, content, notes });
    const loaded = await loadCatalogue(system, this.value());
    return {
      frameworkId: catalogueId('framework', framework),
      versionId: catalogueId('version', `${framework}/${release}`),
      written: loaded,
    };
  }

  /** Removes a framework from the catalog, which then gets a new edition, even if its content occurred before. */
  async withdraw({ system }: Pick<Database, 'system'>, framework: string): Promise<void> {
    this.#frameworks.delete(framework);
    await loadCatalogue(system, Object.assign(this.value(), { without: framework }));
  }

  value(): Catalogue<string> {
    const published = [...this.#frameworks].map(([slug, storedFramework]) => ({ slug, ...storedFramework }));
    const entriesOf = <T>(part: (content: Content) => Readonly<Record<string, T>> | undefined) => [
      ...new Map(published.flatMap(({ content }) => Object.entries(part(content) ?? {}))),
    ];
    return {
      frameworks: published.map(({ slug, release, notes, content }): FrameworkSeed<string> => ({
        slug,
        id: catalogueId('framework', slug),
        name: slug,
        version: '2026',
        description: `What ${slug} is for.`,
        release,
        releaseNotes: notes,
        draft: content.draft,
        standard: null,
        parts: Object.entries(content.parts ?? {}).map(([id, required]) => ({ id, name: `Part ${id}`, required })),
        requirements: Object.entries(content.requirements).map(
          ([identifier, { name = identifier, description = `Text of ${identifier}.`, family = 'All', part = null }], index) => ({
            id: catalogueId('requirement', `${slug}/${identifier}`),
            identifier,
            name,
            description,
            requirementFamily: family,
            part,
            sortOrder: index + 1,
          }),
        ),
      })),
      controls: entriesOf(({ controls }) => controls).map(
        ([
          slug,
          { name = slug, description = `Text of ${slug}.`, family = 'All', policies = [], tasks = [], forms = [], guidance = null },
        ]) => ({
          slug,
          id: catalogueId('control', slug),
          name,
          description,
          controlFamily: family,
          policies,
          tasks,
          documentTypes: forms,
          guidance,
          requirements: Object.fromEntries(
            published.map(({ slug: framework, content: { controls } }) => [
              framework,
              (controls[slug]?.meets ?? []).map((identifier) => ({ identifier, strength: controls[slug]?.strength ?? 'full' })),
            ]),
          ),
        }),
      ),
      policies: entriesOf(({ policies }) => policies).map(
        ([slug, { name = slug, description = `About ${slug}.`, text = `Text of ${slug}.`, frequency = 'yearly', department = 'it' }]) => ({
          slug,
          id: catalogueId('policy', slug),
          name,
          description,
          frequency,
          department,
          content: parsePolicyMarkdown(text),
        }),
      ),
      tasks: entriesOf(({ tasks }) => tasks).map(
        ([slug, { name = slug, description = `How to ${slug}.`, frequency = 'yearly', department = 'it', automation = 'manual' }]) => ({
          slug,
          id: catalogueId('task', slug),
          name,
          description,
          frequency,
          department,
          automationStatus: automation,
        }),
      ),
    };
  }
}
