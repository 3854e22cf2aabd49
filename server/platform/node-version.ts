/** The oldest supported version of Node.js. A test checks that package.json agrees. */
export const oldestNode = '22.13';

/** @param version of Node.js @returns a one-line error; undefined when the version is new enough */
export function findNodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isNewEnough ? undefined : `Node.js ${oldestNode} or newer is required, and this is ${version}`;
}

/** Exits with an error if this version of Node.js is too old. */
export function requireNode(): void {
  const fault = findNodeFault(process.versions.node);
  if (fault === undefined) return;
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
