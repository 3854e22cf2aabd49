/** Links within the reference. The contract links as Redoc does on one page; here each link leads to the page of its group. */
import { type Document, operationsOf } from './contract.ts';
import type { Group } from './groups.ts';

export interface Links {
  /** @throws when the operation does not exist */
  operation(id: string): string;
  area(name: string): string;
  guide(slug: string): string;
  workflow(id: string): string;
  status(status: string): string;
  /**
   * Converts an address of the contract (`#operation/…`, `#tag/…` or `#section/…`) and returns any other unchanged. @throws when the target
   * does not exist
   */
  from(address: string): string;
}

export function linksOf(document: Document, groups: readonly Group[]): Links {
  const areas = new Map(groups.flatMap(({ slug, areas }) => areas.map(({ name }) => [name, `${slug}.html#tag/${name}`])));
  const operations = new Map(
    operationsOf(document).map(({ operation: { operationId, tags } }) => [operationId, `${areas.get(tags[0])}/operation/${operationId}`]),
  );
  const requireTarget = (target: string | undefined, name: string) => {
    if (target === undefined) throw new Error(`Nothing in the reference is called ${name}`);
    return target;
  };
  const links: Links = {
    operation: (id) => requireTarget(operations.get(id), id),
    area: (name) => requireTarget(areas.get(name), name),
    guide: (slug) => `guides.html#${slug}`,
    workflow: (id) => `workflows.html#${id}`,
    status: (status) => `errors.html#${status}`,
    from: (address) => {
      const [, kind, name = ''] = /^#(operation|tag|section)\/(.+)$/.exec(address) ?? [];
      if (kind === 'operation') return links.operation(name);
      if (kind === 'tag') return links.area(name);
      return kind === 'section' ? links.guide(slugOf(name)) : address;
    },
  };
  return links;
}

/** @returns the anchor of a heading */
export function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
