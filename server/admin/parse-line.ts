/** @returns the value of a JSON line in an untrusted file; undefined when it is not JSON */
export function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
