/** The database engine of the tests in this process. */
import { inject } from 'vitest';

/** The database of this process on PostgreSQL; undefined on the embedded engine. */
export const databaseUrl = inject('databaseUrls')[Number(process.env.VITEST_POOL_ID) - 1];
