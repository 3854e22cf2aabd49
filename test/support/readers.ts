/** Readers for tests that call queries directly. */
import { memberReader } from '#domain/access/audience/reader';
import { pairsOf, resources } from '#platform/identity/roles';

/** Has every permission, and reads the policies that are visible to every member. */
export const readerOfEverything = memberReader({
  permissions: new Set(pairsOf(resources)),
  memberId: undefined,
  restrictedTo: undefined,
});
