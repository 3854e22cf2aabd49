/** Validates drawn charts and uploaded files (org-chart, rules 3, 5, 6 and 9). */
import { isSvg } from '#documents/files/svg';
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { type ChartContent, memberIdOf, type Node } from '#domain/people/org-chart/nodes';

/** @returns the ids of the members in a drawing, without duplicates */
export function memberIdsIn({ nodes }: Pick<ChartContent, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap((node) => memberIdOf(node) ?? []))];
}

/**
 * @param activeIds the ids of the active members among the members in the drawing
 * @returns a map from field to validation error; undefined if the drawing is valid
 */
export function validateDrawing({ nodes, edges }: ChartContent, activeIds: ReadonlySet<string>): FieldErrors | undefined {
  const ids = new Set(nodes.map(({ id }) => id));
  const errors: (readonly [string, FieldError])[] = [
    ...findDuplicates(nodes).map((index) => [`nodes.${index}.id`, fieldErrors.duplicate('is the id of another node')] as const),
    ...findDuplicates(edges).map((index) => [`edges.${index}.id`, fieldErrors.duplicate('is the id of another edge')] as const),
    ...nodes.flatMap((node, index) => {
      const memberId = memberIdOf(node);
      return memberId === undefined || activeIds.has(memberId)
        ? []
        : [[`nodes.${index}.data.memberId`, fieldErrors.unknownReference('member', 'an active member of the organization')] as const];
    }),
    ...edges.flatMap((edge, index) =>
      (['source', 'target'] as const).flatMap((end) =>
        ids.has(edge[end]) ? [] : [[`edges.${index}.${end}`, fieldErrors.unknownReference('node', 'the id of a node')] as const],
      ),
    ),
  ];
  return errors.length ? Object.fromEntries(errors.slice(0, maxErrors)) : undefined;
}

/** Limits the number of reported errors, because one invalid node can make thousands of edges invalid. */
const maxErrors = 100;

/** @returns the indexes of the items with an id that an earlier item already has */
function findDuplicates(items: readonly { readonly id: string }[]): number[] {
  const seenIds = new Set<string>();
  return items.flatMap(({ id }, index) => {
    const isNew = !seenIds.has(id);
    seenIds.add(id);
    return isNew ? [] : [index];
  });
}

export interface NamedMember {
  readonly name: string;
  readonly jobTitle: string | null;
}

/**
 * @param members a map from member id to the current name and title of the member
 * @returns the nodes with the current names and titles of their members
 */
export function withNames(nodes: readonly Node[], members: ReadonlyMap<string, NamedMember>): Node[] {
  return nodes.map((node) => {
    const member = members.get(memberIdOf(node) ?? '');
    if (!member) return node;
    return { ...node, data: { ...node.data, name: member.name, ...(member.jobTitle !== null && { title: member.jobTitle }) } };
  });
}

/** Checks the first bytes of a file for each media type. Types with `true` are already checked when a file is inspected. */
const contentChecks: Readonly<Record<string, (start: Buffer) => boolean>> = {
  'image/png': () => true,
  'image/jpeg': () => true,
  'image/gif': () => true,
  'image/webp': () => true,
  'application/pdf': () => true,
  'image/svg+xml': (start) => isSvg(start),
  'image/bmp': (start) => start.subarray(0, 2).toString('latin1') === 'BM',
  'image/tiff': (start) => ['II*\0', 'MM\0*'].includes(start.subarray(0, 4).toString('latin1')),
};

/** @param type a media type in lower case, without parameters @returns whether a chart may be uploaded with this type */
export function isChartType(type: string): boolean {
  return Object.hasOwn(contentChecks, type);
}

/**
 * @param start the first bytes of the file
 * @returns whether the content of the file matches the media type
 */
export function hasContentOfType(start: Buffer, type: string): boolean {
  return contentChecks[type]?.(start) === true;
}

/** An SVG can contain scripts, so browsers must download SVG files instead of displaying them (org-chart, rule 10). */
export function mayShowInline(type: string): boolean {
  return type !== 'image/svg+xml';
}
