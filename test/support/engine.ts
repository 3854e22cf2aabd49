/** The database engine of the tests in this process. */
import { inject } from 'vitest';

/** The URL of this process's database on PostgreSQL; undefined if the suite runs on the embedded engine. */
export const databaseUrl = inject('databaseUrls')[Number(process.env.VITEST_POOL_ID) - 1];
