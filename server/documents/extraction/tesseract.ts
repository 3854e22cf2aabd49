/** The OCR library. The build bundles the parts that we use here and in the folder beside it. The packages are ten times as large. */
import { createRequire } from 'node:module';
import path from 'node:path';

export { createWorker, OEM } from 'tesseract.js';

const isBuilt = !import.meta.url.endsWith('.ts');

/** Where the language data are, and the program of the worker if it is not the one of the package. */
export const place = isBuilt
  ? { langPath: path.join(import.meta.dirname, 'tesseract'), workerPath: path.join(import.meta.dirname, 'tesseract', 'worker.cjs') }
  : { langPath: path.join(path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int') };
