import * as React from 'react';

/**
 * Elements are made without a record of where: React's development build takes a stack trace for each, a quarter of what
 * a page test costs. Only the text of React's warnings loses by it. `recentlyCreatedOwnerStacks` is what React itself
 * counts to stop after 10,000 of them a second.
 */
export function leaveOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
    React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>;
  if (internals?.recentlyCreatedOwnerStacks === undefined)
    throw new Error('This version of React counts owner stacks elsewhere.');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });
}
