/** The time that work takes of a processor, which other programs on the machine do not change. */

/** @returns milliseconds of CPU time of this process, in all of its threads */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
