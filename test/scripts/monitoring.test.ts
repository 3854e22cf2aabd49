/** Tests that the metrics in the Prometheus queries of scripts/monitoring exist. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#platform/metrics/metrics';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}
const alerts: { groups: { rules: Rule[] }[] } = parse(readFileSync('scripts/monitoring/alerts.yaml', 'utf8'));
const dashboard: { panels: { title: string; targets: { expr: string }[] }[]; templating: { list: { query: unknown }[] } } = JSON.parse(
  readFileSync('scripts/monitoring/dashboard.json', 'utf8'),
);
const rules = alerts.groups.flatMap((group) => group.rules);
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.templating.list.map(({ query }) => ['a variable', JSON.stringify(query)] as const),
];
const metricNames = (expr: string) => expr.match(/\b(?:compliance|nodejs|process)_\w+/g) ?? [];

test('the service exposes every metric of the dashboard and the alerts, which use every metric named compliance_…', async () => {
  const metrics = createMetrics();
  onTestFinished(() => metrics.close());
  const text = await metrics.text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const servedMetrics = new Set(
    [...types].flatMap(([name, type]) => (type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name])),
  );
  for (const [queryName, expr] of queries)
    expect(
      metricNames(expr).filter((name) => !servedMetrics.has(name)),
      queryName,
    ).toEqual([]);
  const usedMetrics = new Set(queries.flatMap(([, expr]) => metricNames(expr)));
  const ownMetrics = [...servedMetrics].filter((name) => name.startsWith('compliance_'));
  expect(ownMetrics.filter((name) => !usedMetrics.has(name))).toEqual([]);
});
test('every alert has a unique name, a metric, a severity, a summary and an action', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expect(metricNames(expr), alert).not.toEqual([]);
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(
      [annotations.summary, annotations.action].every((text) => text.endsWith('.')),
      alert,
    ).toBe(true);
  }
});
