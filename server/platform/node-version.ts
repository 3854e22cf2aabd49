/** The oldest version of Node.js that the service runs on. A test holds it to package.json. */
export const oldestNode = '22.13';

/** @param version of Node.js @returns what is wrong with it, in one line; undefined when it is new enough */
export function nodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  const isEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isEnough ? undefined : `Node.js ${oldestNode} or newer is required, and this is ${version}`;
}

/** Ends a program that this version of Node.js is too old for, and says so. */
export function requireNode(): void {
  const fault = nodeFault(process.versions.node);
  if (fault === undefined) return;
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
