/** Exports the OCR library. The build bundles only the used parts (a tenth of the packages) into this file and the folder `tesseract`. */
import { createRequire } from 'node:module';
import path from 'node:path';

export { createWorker, OEM } from 'tesseract.js';

const isBuilt = !import.meta.url.endsWith('.ts');

/** The path of the language data and, in the build, of the worker program that replaces the worker program of the package. */
export const languageDataPaths = isBuilt
  ? { langPath: path.join(import.meta.dirname, 'tesseract'), workerPath: path.join(import.meta.dirname, 'tesseract', 'worker.cjs') }
  : { langPath: path.join(path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int') };
