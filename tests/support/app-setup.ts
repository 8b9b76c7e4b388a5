import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeAll } from './closing.ts';
import { countOnlyNodesListeners } from './node-listeners.ts';
import { leaveOwnerStacks } from './owner-stacks.ts';
import { keepStylesOut } from './styles.ts';
import { printPagesOnlyAtTheEnd } from './waiting-errors.ts';

// As `expect.poll` has it in vite.config.ts.
configure({ asyncUtilTimeout: 240_000 });

countOnlyNodesListeners();
keepStylesOut();
leaveOwnerStacks();
printPagesOnlyAtTheEnd();

// A warning of React's or of a library's is a defect that nobody would read in a log: it fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Rows of one test are not those of the next; a file that wants them kept opens a browser of its own.
  vi.stubGlobal('indexedDB', undefined);
});

afterEach(() => {
  closeAll();
  cleanup();
  const calls = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join('\n')}`);
});
