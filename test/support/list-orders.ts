/** What the orders of lists are sorted by, as far as the name of the order does not say it. */

type Row = Readonly<Record<string, unknown>>;
type Value = string | number | null | undefined;

const severities = ['info', 'low', 'medium', 'high', 'critical'];
const placeIn = (values: readonly string[], value: unknown) => values.indexOf(String(value));
const memberAt = (row: unknown, ...steps: readonly string[]): unknown => steps.reduce<unknown>((found, step) => Object(found)[step], row);

const levels = ['very_low', 'low', 'medium', 'high', 'very_high'];
const accounts = {
  name: (row: Row) => memberAt(row, 'user', 'name'),
  email: (row: Row) => memberAt(row, 'user', 'email'),
};
const scores = {
  inherentScore: (row: Row) => memberAt(row, 'inherentRating', 'score'),
  residualScore: (row: Row) => memberAt(row, 'residualRating', 'score'),
};
/** The values that orders are sorted by which are no field of the record. */
const values: Readonly<Record<string, Readonly<Record<string, (row: Row) => unknown>>>> = {
  listCheckRunResults: {
    place: (row) => Number(row.passed),
    severity: (row) => (row.severity === undefined ? null : placeIn(severities, row.severity)),
  },
  listCloudFindings: { severity: (row) => placeIn(severities, row.severity) },
  listFindings: {
    status: (row) => placeIn(['closed', 'needs_revision', 'ready_for_review', 'open'], row.status),
    severity: (row) => placeIn(['low', 'medium', 'high', 'critical'], row.severity),
  },
  listIsmsRegisterRows: { dueDate: (row) => row.dueDate ?? null },
  listMembers: accounts,
  listMentionableMembers: accounts,
  listPenetrationTestIssues: { severity: (row) => placeIn(severities, row.severity) },
  listPolicyEvidenceTasks: { name: (row) => memberAt(row, 'control', 'name') },
  // The place is a setting that visitors do not see.
  listPublicTrustVendors: { place: () => 0 },
  listRiskAcceptances: { level: (row) => placeIn(levels, row.level) },
  listRisks: scores,
  listSyncLogs: { completedAt: (row) => row.completedAt ?? null },
  listTaskItems: {
    status: (row) => placeIn(['todo', 'in_progress', 'in_review', 'done', 'cancelled'], row.status),
    priority: (row) => placeIn(['urgent', 'high', 'medium', 'low'], row.priority),
  },
  listTasks: { board: (row) => placeIn(['todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed'], row.status) },
  // Progress is about members, whose names are not shown.
  listTrainingProgress: { name: () => 0 },
  listTrustPortalVendors: { place: (row) => `${String(row.trustPortalOrder ?? 2 ** 31 - 1).padStart(10, '0')} ${String(row.name)}` },
  listVendorAcceptances: { level: (row) => placeIn(levels, row.level) },
  listVendors: scores,
};

/** @returns what a record is sorted by in an order of its list, null if it is missing */
export function sortValueOf(listId: string, sortBy: string, row: Row): Value {
  const computed = values[listId]?.[sortBy];
  const value = computed ? computed(row) : row[sortBy];
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined;
}

const nameOrder = new Intl.Collator('und', { numeric: true });
const namedOrders = ['name', 'title', 'label', 'fileName', 'vendorName', 'company', 'jobTitle', 'department', 'checkName', 'place'];

/** Compares two values of an order; names as people sort them (migration 0033), and everything else by its characters. */
export function compare(sortBy: string, a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [first, second] = [String(a), String(b)];
  return namedOrders.includes(sortBy) ? nameOrder.compare(first, second) : first < second ? -1 : 1;
}
