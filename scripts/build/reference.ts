import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { assembleAll } from '../docs/all.ts';

/**
 * Writes the reference for the server (server/docs/files.ts) as one compressed file, because its pages share most of the contract. The
 * contract itself is left out, because the server has its own copy.
 */
export async function packReference(): Promise<void> {
  const files = [...(await assembleAll())].filter(([name]) => name !== 'openapi.json');
  const { BROTLI_PARAM_LGWIN: window, BROTLI_MAX_WINDOW_BITS: largest } = constants;
  writeFileSync('dist/docs.json.br', brotliCompressSync(JSON.stringify(files), { params: { [window]: largest } }));
}
