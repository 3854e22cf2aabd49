/**
 * Starts a program of this package by its name (`server/main`, `server/admin/main`): from dist/ where it was built and the source is not
 * there, as in the image, otherwise from the source. It is written so that any Node.js can say why it is too old.
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

function refuse(line) {
  console.error(line);
  process.exit(1);
}

if (isOlder(process.versions.node, needed)) {
  refuse('Node.js ' + needed + ' or newer is required, and this is ' + process.versions.node);
} else if (!isBuilt && !process.features.typescript) {
  // Until 22.18 it takes JavaScript only.
  refuse(
    'Node.js 24.18 or newer is required to start from source, and this is ' +
      process.versions.node +
      '; "npm run build" makes what older versions take',
  );
} else if (!fs.existsSync(file)) {
  refuse(file + ' is missing; "npm run build" makes it');
} else {
  // What was compiled for one start is read by the next, by its workers as well. It lies where only who may change the packages may write.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules', '.cache', 'node');
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // As if it had been started itself.
  process.argv.splice(1, 2, file);
  import(url.pathToFileURL(file).href).catch(function (error) {
    console.error(error);
    process.exit(1);
  });
}
