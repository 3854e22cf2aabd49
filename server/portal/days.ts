/** @returns a day as people read it, in UTC */
export function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
