import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setTags } from './child-process.ts';
import { removeFolders } from './folder.ts';
import { seed } from './properties.ts';

// Runs before each test file, also where files share a worker.
fc.configureGlobal({ seed });
setTags([]);
beforeAll(({}, file) => setTags(file.tags));
beforeEach(({ task }) => setTags(task.tags));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
afterAll(removeFolders);
