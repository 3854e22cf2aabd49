/** Finishes generated/openapi.json, or another bundle: `node scripts/complete-contract.ts [bundle] [folder]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { complete } from './complete-contract/complete.ts';
import type { Document } from './complete-contract/document.ts';
import { formatted } from './complete-contract/formatted.ts';

const [, , file = 'generated/openapi.json', folder = 'spec'] = process.argv;
const document: Document = JSON.parse(readFileSync(file, 'utf8'));
complete(document, folder);
writeFileSync(file, formatted(document));
