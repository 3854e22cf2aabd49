/**
 * Starts a program of this package by its name (`server/main`, `server/admin/main`): from dist/ if that is built and the source does not
 * exist, as in the image, otherwise from the source. The syntax is old enough for any Node.js to report that it is too old.
 */
const fs = require('fs');
const path = require('path');
const url = require('url');

const root = path.dirname(__dirname);
const name = process.argv[2] || '';
const isBuilt = !fs.existsSync(path.join(root, name + '.ts'));
const file = isBuilt ? path.join(root, 'dist', name + '.js') : path.join(root, name + '.ts');
const needed = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');

function isOlder(version, than) {
  const one = version.split('.').map(Number);
  const other = than.split('.').map(Number);
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}

function exitWithError(line) {
  console.error(line);
  process.exit(1);
}

if (isOlder(process.versions.node, needed)) {
  exitWithError('Node.js ' + needed + ' or newer is required, and this is ' + process.versions.node);
} else if (!isBuilt && !process.features.typescript) {
  // Versions before 22.18 run JavaScript only.
  exitWithError(
    'Node.js 24.18 or newer is required to start from source, and this is ' +
      process.versions.node +
      '; "npm run build" makes what older versions take',
  );
} else if (!isBuilt && !fs.existsSync(path.join(root, 'node_modules', 'tesseract.js'))) {
  // The packages that the build bundles (scripts/build/bundles.ts) would be missing in the middle of some requests.
  exitWithError('Starting from source needs all packages: npm ci --include=dev');
} else if (!fs.existsSync(file)) {
  exitWithError(file + ' is missing; "npm run build" makes it');
} else {
  // Later starts and workers reuse this compile cache. Only users who may change the packages can write to its folder.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules', '.cache', 'node');
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // As if the program had been started directly.
  process.argv.splice(1, 2, file);
  import(url.pathToFileURL(file).href).catch(function (error) {
    console.error(error);
    process.exit(1);
  });
}
