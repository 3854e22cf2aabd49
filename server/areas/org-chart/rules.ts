/** What a chart must be, and which files may be one (spec/areas/org-chart, rules 3, 5, 6 and 9). */
import { isSvg } from '../../domain/files/svg.ts';
import { type Drawing, memberIdOf, type Node } from '../../domain/org-chart/nodes.ts';

/** @returns the members that a drawing names, each once */
export function membersIn({ nodes }: Pick<Drawing, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap((node) => memberIdOf(node) ?? []))];
}

/** @param known ids of active members @returns what is wrong, by field; undefined when nothing is */
export function faultsIn({ nodes, edges }: Drawing, known: ReadonlySet<string>): Readonly<Record<string, string>> | undefined {
  const ids = new Set(nodes.map(({ id }) => id));
  const faults = [
    ...repeated(nodes).map((index) => [`nodes.${index}.id`, 'is the id of another node']),
    ...repeated(edges).map((index) => [`edges.${index}.id`, 'is the id of another edge']),
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
  return faults.length ? Object.fromEntries(faults.slice(0, mostFaults)) : undefined;
}

/** One wrong node can make thousands of edges wrong. */
const mostFaults = 100;

/** The places of those whose id came before. */
function repeated(items: readonly { readonly id: string }[]): number[] {
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

/** @param members by id @returns the nodes with the names and titles that the members have now */
export function withNames(nodes: readonly Node[], members: ReadonlyMap<string, Named>): Node[] {
  return nodes.map((node) => {
    const member = members.get(memberIdOf(node) ?? '');
    if (!member) return node;
    return { ...node, data: { ...node.data, name: member.name, ...(member.jobTitle !== null && { title: member.jobTitle }) } };
  });
}

/** Each type with how its files begin, as far as the store does not know that itself. */
const beginnings: Readonly<Record<string, (start: Buffer) => boolean>> = {
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
  return Object.hasOwn(beginnings, type);
}

/** @param start of the file @returns whether it may be of the type */
export function beginsAs(start: Buffer, type: string): boolean {
  return beginnings[type]?.(start) === true;
}

/** An SVG can hold scripts, so it is downloaded and never shown (spec/areas/org-chart, rule 10). */
export function isShownInline(type: string): boolean {
  return type !== 'image/svg+xml';
}
