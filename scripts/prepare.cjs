/**
 * npm runs this when it has installed the packages of a clone. It makes what the first start on the embedded database begins with, and
 * compiles what it loads, so that this start takes seconds less. Where there is no source yet, or Node.js runs no TypeScript, nothing is done; the build
 * makes that database, too.
 */
const fs = require('fs');
const path = require('path');

if (process.features.typescript && fs.existsSync(path.join(__dirname, 'make-template.ts'))) {
  // As a start does it (package.json, start.cjs, server/main.ts): what was compiled under other settings is compiled again.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(path.dirname(__dirname), 'node_modules', '.cache', 'node');
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  require('v8').setFlagsFromString('--no-allocation-site-pretenuring');
  require('v8').setFlagsFromString('--heap-growing-percent=30');
  import('./make-template.ts')
    .then(function () {
      return import('../server/start/server.ts');
    })
    .then(function (start) {
      return start.loadService();
    });
}
