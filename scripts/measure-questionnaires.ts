/**
 * Measures the processing of questionnaires in typical layouts: how many questions are found, how many results are not questions, how many
 * are answered, and how many answers are relevant. `--all` prints each fault.
 */
import { parseArgs } from 'node:util';
import { catalogue } from '#domain/catalogue/index';
import { loadCatalogue } from '#domain/catalogue/load';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { lists } from '../test/fixtures/questionnaires/lists.ts';
import { measureAnswers } from './measure-questionnaires/answers.ts';
import { measureExtraction } from './measure-questionnaires/extraction.ts';
import { createMeasuredOrganization } from './measure-questionnaires/organization.ts';
import { figuresOf, type Measurement, tableOf } from './measure-questionnaires/figures.ts';

const {
  values: { all, held, only },
} = parseArgs({ options: { all: { type: 'boolean' }, held: { type: 'boolean' }, only: { type: 'string' } } });

const database = await openDatabase({});
await migrate(database.system);
await loadCatalogue(database.system, catalogue);
const organization = await createMeasuredOrganization(database);
const results: Measurement[] = [];
for (const list of lists) {
  if (only !== undefined && list.name !== only) continue;
  // `--all` skips held-out lists without `--held`: nobody should see their faults by chance and adapt the rules to these lists.
  if (all && list.held && !held) continue;
  const [extraction, answers] = [await measureExtraction(list), await measureAnswers(database, organization, list)];
  results.push({ list, extraction, answers });
  if (!all) continue;
  for (const { id, question } of extraction.missed) console.log(`${list.name}: missed ${id} ${question}`);
  for (const { question } of extraction.wrong) console.log(`${list.name}: no question: ${question}`);
  for (const text of extraction.mislabelled) console.log(`${list.name}: labelled wrongly: ${text}`);
  for (const { question, topic, answer, answerable, fits } of answers)
    if (!fits && (answerable || answer !== null)) console.log(`${list.name}: ${topic}: ${question}\n    ${answer ?? 'no answer'}`);
}
console.log(tableOf(results));
for (const [name, part] of [
  ['all but those held back', results.filter(({ list }) => !list.held)],
  ['held back', results.filter(({ list }) => list.held)],
] as const)
  if (part.length) console.log(`${name}: ${JSON.stringify(figuresOf(part))}`);
await database.close();
