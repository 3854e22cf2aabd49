/** Validates charts and the files that may be uploaded as charts (org-chart, rules 3, 5, 6 and 9). */
import { isSvg } from '#documents/files/svg';
import { type ChartContent, memberIdOf, type Node } from '#domain/people/org-chart/nodes';

/** @returns the distinct members in a drawing */
export function membersIn({ nodes }: Pick<ChartContent, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap((node) => memberIdOf(node) ?? []))];
}

/**
 * @param known ids of active members
 * @returns validation errors by field; undefined if there are none
 */
export function validateDrawing({ nodes, edges }: ChartContent, known: ReadonlySet<string>): Readonly<Record<string, string>> | undefined {
  const ids = new Set(nodes.map(({ id }) => id));
  const faults = [
    ...findDuplicates(nodes).map((index) => [`nodes.${index}.id`, 'is the id of another node']),
    ...findDuplicates(edges).map((index) => [`edges.${index}.id`, 'is the id of another edge']),
    ...nodes.flatMap((node, index) => {
      const memberId = memberIdOf(node);
      return memberId === undefined || known.has(memberId)
        ? []
        : [[`nodes.${index}.data.memberId`, 'must be an active member of the organization']];
    }),
    ...edges.flatMap((edge, index) =>
      (['source', 'target'] as const).flatMap((end) => (ids.has(edge[end]) ? [] : [[`edges.${index}.${end}`, 'must be the id of a node']])),
    ),
  ];
  return faults.length ? Object.fromEntries(faults.slice(0, maxErrors)) : undefined;
}

/** One invalid node can make thousands of edges invalid. */
const maxErrors = 100;

/** The positions of items whose id occurred before. */
function findDuplicates(items: readonly { readonly id: string }[]): number[] {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew ? [] : [index];
  });
}

export interface Named {
  readonly name: string;
  readonly jobTitle: string | null;
}

/**
 * @param members by id
 * @returns the nodes with the current names and titles of the members
 */
export function withNames(nodes: readonly Node[], members: ReadonlyMap<string, Named>): Node[] {
  return nodes.map((node) => {
    const member = members.get(memberIdOf(node) ?? '');
    if (!member) return node;
    return { ...node, data: { ...node.data, name: member.name, ...(member.jobTitle !== null && { title: member.jobTitle }) } };
  });
}

/** The magic numbers of types that the file store does not check itself. */
const magicNumbers: Readonly<Record<string, (start: Buffer) => boolean>> = {
  'image/png': () => true,
  'image/jpeg': () => true,
  'image/gif': () => true,
  'image/webp': () => true,
  'application/pdf': () => true,
  'image/svg+xml': (start) => isSvg(start),
  'image/bmp': (start) => start.subarray(0, 2).toString('latin1') === 'BM',
  'image/tiff': (start) => ['II*\0', 'MM\0*'].includes(start.subarray(0, 4).toString('latin1')),
};

/** @param type without parameters, in lower case */
export function isChartType(type: string): boolean {
  return Object.hasOwn(magicNumbers, type);
}

/**
 * @param start of the file
 * @returns whether the content matches the type
 */
export function hasContentOfType(start: Buffer, type: string): boolean {
  return magicNumbers[type]?.(start) === true;
}

/** SVG can contain scripts, so it is downloaded and never displayed (org-chart, rule 10). */
export function isShownInline(type: string): boolean {
  return type !== 'image/svg+xml';
}
