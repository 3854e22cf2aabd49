/**
 * npm runs this after installing the packages of a clone. It creates the template of the embedded database and compiles the modules of the
 * first start, which makes that start seconds faster. Without the source, or with a Node.js that runs no TypeScript, it does nothing; the
 * build creates the template, too.
 */
const fs = require('fs');
const path = require('path');

if (process.features.typescript && fs.existsSync(path.join(__dirname, 'make-template.ts'))) {
  // Uses the settings of a start (package.json, start.cjs, server/main.ts), because code that was compiled under other settings is compiled
  // again.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(path.dirname(__dirname), 'node_modules', '.cache', 'node');
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  require('v8').setFlagsFromString('--no-allocation-site-pretenuring');
  require('v8').setFlagsFromString('--heap-growing-percent=30');
  import('./make-template.ts')
    .then(function () {
      return import('../server/start/load-service.ts');
    })
    .then(function (start) {
      return start.loadService();
    });
}
