import fc from 'fast-check';
import { afterAll } from 'vitest';
import { removeFolders } from './folder.ts';
import { seed } from './properties.ts';

// Runs before each test file, also where files share a worker.
fc.configureGlobal({ seed });
afterAll(removeFolders);
