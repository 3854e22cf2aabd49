/**
 * Bundles the used parts of some packages into the modules that import them. The packages are ten times as large as these parts, so the
 * published server does not depend on the packages.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown, type RolldownPlugin } from 'rolldown';

/** All bundled packages, for the check of licenses. */
export const bundledPackages = ['@cantoo/pdf-lib', '@tesseract.js-data/eng', 'docx', 'tesseract.js'] as const;

const { resolve } = createRequire(import.meta.url);
const { dependencies }: { dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'));
/** With the settings in server/documents/extraction/ocr.ts, every supported version of Node.js selects this build of the OCR engine. */
const engine = 'tesseract-core-relaxedsimd-lstm';

/** Changes the compiled modules in dist/. */
export async function bundlePackages(): Promise<void> {
  for (const module of ['areas/audits/isms/documents/docx', 'documents/extraction/tesseract', 'documents/pdf/pdf-lib'])
    await bundle(`dist/server/${module}.js`, `dist/server/${module}.js`, 'esm');
  const folder = 'dist/server/documents/extraction/tesseract';
  await bundle(resolve('tesseract.js/src/worker-script/node/index.js'), `${folder}/worker.cjs`, 'cjs');
  const core = path.dirname(resolve('tesseract.js-core/package.json'));
  cpSync(`${core}/${engine}.js`, `${folder}/engine.cjs`);
  cpSync(`${core}/${engine}.wasm`, `${folder}/${engine}.wasm`);
  cpSync(`${core}/LICENSE`, `${folder}/engine.LICENSE.txt`);
  const language = path.dirname(resolve('@tesseract.js-data/eng/package.json'));
  cpSync(`${language}/4.0.0_best_int/eng.traineddata.gz`, `${folder}/eng.traineddata.gz`);
  // The package names its license only in its package.json, so this file is copied.
  cpSync(`${language}/package.json`, `${folder}/eng.LICENSE.json`);
}

/** Bundles a module with the packages that it uses, and writes their licenses to a file beside it. Imports of `dependencies` stay. */
async function bundle(input: string, file: string, format: 'esm' | 'cjs') {
  const build = await rolldown({
    input,
    platform: 'node',
    external: (name) => isBuiltin(name) || Object.hasOwn(dependencies, name),
    plugins: [replacements],
    transform: { define: format === 'esm' ? { __dirname: 'import.meta.dirname' } : {} },
    logLevel: 'warn',
  });
  const { output } = await build.generate({ format, codeSplitting: false, comments: { legal: true, annotation: false, jsdoc: false } });
  const [{ code, moduleIds }] = output;
  if (output.length > 1) throw new Error(`${file} has more than one part`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, code);
  const packages = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  writeFileSync(file.replace(/\.c?js$/, '.LICENSE.txt'), [...packages].sort().map(licenseOf).join('\n'));
}

/** Keeps the engine in a separate file, and replaces a polyfill of `fetch`, which Node.js has. */
const replacements: RolldownPlugin = {
  name: 'replaced',
  resolveId: (name) =>
    name.startsWith('tesseract.js-core/') ? { id: './engine.cjs', external: true } : name === 'node-fetch' ? { id: '\0none' } : undefined,
  load: (id) => (id === '\0none' ? '' : undefined),
};

/** @throws when a package has no license to pass on */
function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no license file`);
  return `${name} ${version}, ${license}\n\n${readFileSync(`${folder}/${file}`, 'utf8')}`;
}
