/** Prints the result of one part of a check. */

/** @param work returns the faults that it found @returns whether it found none. Faults and exceptions are printed below the name. */
export async function printResult(name: string, work: () => Promise<readonly string[]>): Promise<boolean> {
  const startTime = performance.now();
  const faults = await work().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  console.log(`${faults.length ? 'FAILED ' : 'ok     '} ${name} (${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
  for (const fault of faults) console.log(`  ${fault.replaceAll('\n', '\n  ')}`);
  return !faults.length;
}
