/** Writes generated/api.d.ts with openapi-typescript as a library: its command validates the whole document again, which takes most of its time. */
import { writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

/** @param contract the completed contract as JSON */
export async function writeTypes(contract: string): Promise<void> {
  const types = astToString(await openapiTypes(contract));
  writeFileSync('generated/api.d.ts', `// Generated from generated/openapi.json by scripts/generate-types.ts. Do not edit.\n\n${types}`);
}
