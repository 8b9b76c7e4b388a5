import { useState } from 'react';

/** The version that a form was filled from, and the one that somebody else saved meanwhile. */
export function useStaleVersion<Version>(initial: Version, save: { reset: () => void }) {
  /** Which version saving replaces. */
  const [base, setBase] = useState(initial);
  const [newer, setNewer] = useState<Version>();
  return {
    base,
    setBase,
    newer,
    setNewer,
    /** From now on saving replaces the newer version, or the form is filled from it. */
    resolve: (next: () => void) => {
      save.reset();
      if (newer !== undefined) setBase(newer);
      setNewer(undefined);
      next();
    },
  };
}
