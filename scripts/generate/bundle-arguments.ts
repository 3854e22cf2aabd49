/** @returns the arguments with which the linter's command bundles spec/ into one file */
export function bundleArguments(file: string): string[] {
  return ['bundle', 'spec/openapi.yaml', '--component-renaming-conflicts-severity=error', '-o', file];
}
