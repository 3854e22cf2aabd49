/** Which engine the tests of this process are on. */
import { inject } from 'vitest';

/** The database of this process on PostgreSQL; nothing on the embedded engine. */
export const databaseUrl = inject('databaseUrls')[Number(process.env.VITEST_POOL_ID) - 1];
