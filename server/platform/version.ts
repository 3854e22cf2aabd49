import { createRequire } from 'node:module';

/** The version of the package. */
export const version = versionHere();

function versionHere(): string {
  const require = createRequire(import.meta.url);
  // In the published package, package.json is one level higher.
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const found: { readonly name?: string; readonly version?: string } = require(place);
      if (found.name === 'compliance-automation-api' && found.version !== undefined) return found.version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
