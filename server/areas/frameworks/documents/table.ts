/** Requirements in tables (spec/areas/frameworks, rule 30). */
import type { Block } from '../../../documents/extraction/blocks.ts';
import { rowsIn, type Words } from '../../../domain/tables/columns.ts';
import type { FoundRequirement } from './found.ts';

const words = {
  identifier: [
    'identifier',
    'id',
    'requirementid',
    'controlid',
    'ref',
    'reference',
    'number',
    'no',
    'nr',
    'code',
    'clause',
    'controlnumber',
    'kennung',
    'nummer',
    'referenz',
    'anforderungsid',
    'anforderungsnummer',
  ],
  name: [
    'name',
    'title',
    'requirementname',
    'requirementtitle',
    'controlname',
    'controltitle',
    'shorttitle',
    'requirement',
    'control',
    'titel',
    'bezeichnung',
    'anforderung',
  ],
  description: [
    'description',
    'text',
    'statement',
    'requirementtext',
    'controltext',
    'requirementdescription',
    'controldescription',
    'details',
    'beschreibung',
    'anforderungstext',
  ],
  family: [
    'family',
    'requirementfamily',
    'controlfamily',
    'category',
    'group',
    'domain',
    'chapter',
    'section',
    'theme',
    'area',
    'kategorie',
    'gruppe',
    'kapitel',
    'abschnitt',
    'bereich',
    'thema',
  ],
} as const satisfies Words<'identifier' | 'name' | 'description' | 'family'>;

export function requirementsInTables(blocks: readonly Block[]): FoundRequirement[] {
  return rowsIn(blocks, { words, needed: [['identifier'], ['name']] }).flatMap(({ place, cells }): FoundRequirement[] => {
    const { identifier = '', name = '', description, family: requirementFamily } = cells;
    if (!(identifier || name || description)) return [];
    return [{ place, identifier, controlId: undefined, name, description, requirementFamily, isWithdrawn: false }];
  });
}
