#!/usr/bin/env node
import { requireNode } from '#platform/node-version';

// Checked before other modules are loaded, because an older Node may be unable to parse them.
requireNode();
await import('./program.ts');
