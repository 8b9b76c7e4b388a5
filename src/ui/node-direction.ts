import type { ReactNode } from 'react';
import { lineDirection } from '#common/text-direction.ts';

/** The direction of a line that is text alone; of others, their first letter decides. */
export function nodeDirection(children: ReactNode): 'auto' | 'rtl' {
  return (typeof children === 'string' ? lineDirection(children) : undefined) ?? 'auto';
}
