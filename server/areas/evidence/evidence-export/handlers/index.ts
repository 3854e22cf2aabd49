import type { Handlers } from '#contract/types';
import { exporting } from './exporting.ts';
import { reading } from './reading.ts';

export const evidenceExport: Handlers<'evidence-export'> = { ...reading, ...exporting };
