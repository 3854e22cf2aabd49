/** @returns the value of a line of JSON in a file that somebody else may have changed; undefined when it is none */
export function parsedLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
