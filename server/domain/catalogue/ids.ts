import { createHash } from 'node:crypto';

const prefixes = {
  framework: 'frk',
  requirement: 'frk_rq',
  control: 'frk_ct',
  policy: 'frk_pt',
  task: 'frk_tt',
  version: 'fvr',
  policyLink: 'fcp',
  taskLink: 'fct',
  documentTypeLink: 'fcd',
  findingTemplate: 'fnd_t',
  timelineTemplate: 'tml',
  phaseTemplate: 'tpt',
  letterTemplate: 'lot',
  ismsTemplate: 'frk_isd',
} as const;

/**
 * Derives the id of a catalog record. Ids are the same in every installation and release, because organizations store which template a
 * record was copied from.
 * @param key the slug of the record, except for: requirement `<framework slug>/<identifier>`, version `<framework slug>/<release>`,
 * link: the slugs that it joins, timeline template `<framework id>/<track>/<cycle>`, phase: the key of its timeline and `/<slug>`,
 * engagement letter template `letter-of-engagement/<type>`
 */
export function catalogueId(kind: keyof typeof prefixes, key: string): string {
  return `${prefixes[kind]}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}
