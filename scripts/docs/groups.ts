/** Splits the contract into its groups of areas, each with only the components that it refers to. */
import { groupFolder } from '../complete-contract/areas.ts';
import { type Area, type Document, methods, nameIn, type Operation, type PathItem } from './contract.ts';

export interface Group {
  readonly name: string;
  /** The name of its page and its document. */
  readonly slug: string;
  readonly areas: readonly Area[];
}

/** @throws when an area is in no group or in two, because its operations would be on no page or on two */
export function groupsOf(document: Document): Group[] {
  const groups = document['x-tagGroups'].map(({ name, tags }) => ({
    name,
    slug: groupFolder(name),
    areas: tags.flatMap((tag) => document.tags.filter((area) => area.name === tag)),
  }));
  for (const { name } of document.tags) {
    const groupsOfArea = groups.filter(({ areas }) => areas.some((area) => area.name === name));
    if (groupsOfArea.length !== 1) throw new Error(`The area ${name} is in ${groupsOfArea.length} groups of x-tagGroups`);
  }
  return groups;
}

/** @returns the document of one group, introduced by `description` */
export function documentOf(document: Document, group: Group, description: string): Document {
  const isInGroup = ({ tags: [tag] }: Operation) => group.areas.some(({ name }) => name === tag);
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
      const otherMethods = methods.filter((method) => item[method] && !isInGroup(item[method]));
      if (methods.every((method) => !item[method] || otherMethods.includes(method))) return [];
      return [[path, Object.fromEntries(Object.entries(item).filter(([key]) => !otherMethods.some((method) => method === key)))]];
    }),
  );
  return {
    ...document,
    info: { ...document.info, title: group.name, version: '', summary: '', description },
    tags: [...group.areas],
    'x-tagGroups': document['x-tagGroups'].filter(({ name }) => name === group.name),
    paths,
    components: { ...findReachable(document, paths), securitySchemes: document.components.securitySchemes },
  };
}

/** @returns the components that `paths` refers to, directly or indirectly */
function findReachable(document: Document, paths: object): Document['components'] {
  const reachable: Document['components'] = { schemas: {}, parameters: {}, examples: {}, responses: {}, securitySchemes: {} };
  (function visit(part: unknown) {
    if (typeof part !== 'object' || part === null) return;
    if ('$ref' in part && typeof part.$ref === 'string') {
      const [kind = '', name] = [part.$ref.split('/').at(-2), nameIn(part.$ref)];
      const keptOfKind = (reachable[kind] ??= {});
      if (!Object.hasOwn(keptOfKind, name)) visit((keptOfKind[name] = document.components[kind]?.[name]));
    }
    Object.values(part).forEach(visit);
  })(paths);
  return reachable;
}
