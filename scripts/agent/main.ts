#!/usr/bin/env node
import { requireNode } from '../../server/platform/node-version.ts';

// Before anything else is loaded, which an older version may not even be able to read.
requireNode();
await import('./program.ts');
