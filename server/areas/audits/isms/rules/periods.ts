/** Calculates the periods of metrics (isms, rules 10 and 12). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import type { RowOf } from './registers.ts';

type Cadence = NonNullable<RowOf<'metrics'>['cadence']>;

const monthsPerPeriod = { monthly: 1, quarterly: 3 } as const;
const maxMissing = 60;

/** @param day a date such as 2026-05-20, or a time @returns the number of the period that contains it, counted from the year 0 */
export function periodOf(day: string, cadence: Cadence): number {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return Math.floor(months / monthsPerPeriod[cadence]);
}

/** @returns the first day of a period */
export function startOfPeriod(period: number, cadence: Cadence): string {
  const months = period * monthsPerPeriod[cadence];
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** @returns a validation error for the period of a new measurement, and its field; undefined if the period is valid */
export function validatePeriod(
  { cadence, isActive }: Pick<RowOf<'metrics'>, 'cadence' | 'isActive'>,
  periodStart: string,
  today: string,
): { readonly field: 'metricId' | 'periodStart'; readonly error: FieldError } | undefined {
  if (!isActive) return { field: 'metricId', error: fieldErrors.unknownReference('metric', 'an active metric') };
  if (cadence === null) return { field: 'metricId', error: fieldErrors.notAllowed('must be a metric with a cadence') };
  const period = periodOf(periodStart, cadence);
  if (startOfPeriod(period, cadence) !== periodStart)
    return {
      field: 'periodStart',
      error: { code: 'invalid_date', message: `must be the first day of a ${cadence === 'monthly' ? 'month' : 'quarter'}` },
    };
  return period > periodOf(today, cadence) ? { field: 'periodStart', error: fieldErrors.inTheFuture() } : undefined;
}

type MetricSchedule = Pick<RowOf<'metrics'>, 'cadence' | 'isActive' | 'createdAt'>;

/** @param measuredDays first days of the measured periods @returns whether the previous period has ended without a measurement */
export function isOverdue({ cadence, isActive, createdAt }: MetricSchedule, measuredDays: readonly string[], today: string): boolean {
  if (!isActive || cadence === null) return false;
  const current = periodOf(today, cadence);
  return measuredDays.length ? latestPeriod(measuredDays, cadence) < current - 1 : periodOf(createdAt, cadence) < current;
}

/** @param measuredDays first days of measured periods @returns first days of up to 60 past periods without a measurement, oldest first */
export function missingPeriods({ cadence, isActive, createdAt }: MetricSchedule, measuredDays: readonly string[], today: string): string[] {
  if (!isActive || cadence === null) return [];
  const measuredPeriods = new Set(measuredDays.map((day) => periodOf(day, cadence)));
  const missingDays: string[] = [];
  for (
    let period = Math.min(periodOf(createdAt, cadence), ...measuredPeriods);
    period < periodOf(today, cadence) && missingDays.length < maxMissing;
    period += 1
  )
    if (!measuredPeriods.has(period)) missingDays.push(startOfPeriod(period, cadence));
  return missingDays;
}

function latestPeriod(measuredDays: readonly string[], cadence: Cadence): number {
  return measuredDays.reduce((latest, day) => Math.max(latest, periodOf(day, cadence)), 0);
}

/** @returns measurements sorted by period, latest first; within a period, the one recorded last comes first */
export function sortLatestFirst(measurements: readonly RowOf<'measurements'>[]): RowOf<'measurements'>[] {
  return measurements.toSorted((first, other) => {
    const [a, b] = [`${first.periodStart} ${first.recordedAt} ${first.id}`, `${other.periodStart} ${other.recordedAt} ${other.id}`];
    return a < b ? 1 : -1;
  });
}

/** @returns today's date in UTC */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
