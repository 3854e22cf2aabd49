/** Completes generated/openapi.json, or another bundle: `node scripts/complete-contract.ts [bundle] [folder]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { completeContract } from './complete-contract/complete.ts';
import type { Document } from './complete-contract/document.ts';
import { formatContract } from './complete-contract/formatted.ts';

const [, , file = 'generated/openapi.json', folder = 'spec'] = process.argv;
const document: Document = JSON.parse(readFileSync(file, 'utf8'));
completeContract(document, folder);
writeFileSync(file, formatContract(document));
