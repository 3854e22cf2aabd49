import { createHash } from 'node:crypto';

const prefixes = { framework: 'frk', requirement: 'frk_rq', control: 'frk_ct', policy: 'frk_pt', task: 'frk_tt' } as const;

/**
 * The same in every installation and release, because organizations remember which template a record was copied from.
 * @param key slug; of a requirement `<framework slug>/<identifier>`
 */
export function catalogueId(kind: keyof typeof prefixes, key: string): string {
  return `${prefixes[kind]}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}
