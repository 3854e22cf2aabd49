import { createRequire } from 'node:module';

/** The version of the package. */
export const version = readVersion();

function readVersion(): string {
  const require = createRequire(import.meta.url);
  // In the published package, package.json is one level higher.
  for (const packagePath of ['../../package.json', '../../../package.json']) {
    try {
      const packageJson: { readonly name?: string; readonly version?: string } = require(packagePath);
      if (packageJson.name === 'compliance-automation-api' && packageJson.version !== undefined) return packageJson.version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
