import { assemble } from './assemble.ts';
import { catalogueSource } from './source.ts';
import type { Catalogue } from './types.ts';

export const catalogue: Catalogue = assemble(catalogueSource);
