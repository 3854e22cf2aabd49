import { assemble } from './assemble.ts';
import { source } from './source.ts';
import type { Catalogue } from './types.ts';

export const catalogue: Catalogue = assemble(source);
