import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/**
 * A query that fails while it is waited for is tried again and its error thrown away, so it is made without a print of
 * the whole page. `waitFor` adds that print itself to the error that it ends with. `_disableExpensiveErrorDiagnostics` is
 * how Testing Library knows that it waits.
 */
export function printPagesOnlyAtTheEnd(): void {
  configure({
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as unknown as Record<
        string,
        unknown
      >;
      if (typeof isWaiting !== 'boolean')
        throw new Error('This version of Testing Library says elsewhere that it waits.');
      // Without a message the print is of one element, which the message about several is made of.
      if (!isWaiting || message === null) return getElementError(message, container);
      return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
    },
  });
}
