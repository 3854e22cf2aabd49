/**
 * npm runs this when it has installed the packages of a clone: the first start on the embedded database then takes seconds less. Where there
 * is no source yet, or Node.js runs no TypeScript, nothing is made; the build makes the same.
 */
const fs = require('fs');
const path = require('path');

if (process.features.typescript && fs.existsSync(path.join(__dirname, 'make-template.ts'))) import('./make-template.ts');
