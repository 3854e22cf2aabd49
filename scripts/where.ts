/** Prints where an operation is described, handled and tested: `npm run where -- createRisk`. */
import { findOperation, type Place } from './where/operation.ts';

const [, , id] = process.argv;
try {
  if (id === undefined) throw new Error('npm run where -- <operationId>');
  const { operation, contract, handler, calls, rules, tests } = findOperation(id);
  console.log(`${operation.method.toUpperCase()} ${operation.path}  (${JSON.stringify(operation.permission)})`);
  print('Contract', contract);
  print('Handler', handler);
  print('Calls', calls);
  print('Rules', rules);
  print('Tests', tests);
} catch (error) {
  console.error(`where: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function print(title: string, places: readonly Place[]) {
  console.log(`\n${title}`);
  for (const { file, line, text } of places) console.log(`  ${file}:${line}  ${text.slice(0, 110)}`);
  if (!places.length) console.log('  none');
}
