/** @returns a readable date in UTC */
export function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
