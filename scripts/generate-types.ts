/** Writes generated/api.d.ts: the contract's types for handlers. */
import { readFileSync } from 'node:fs';
import { writeTypes } from './generate-types/write.ts';

await writeTypes(readFileSync('generated/openapi.json', 'utf8'));
