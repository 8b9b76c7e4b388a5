import type { ReactNode } from 'react';
import { lineDirection } from '#common/text-direction.ts';

/** Direction of a line of text alone; other lines follow their first letter. */
export function nodeDirection(children: ReactNode): 'auto' | 'rtl' {
  return (typeof children === 'string' ? lineDirection(children) : undefined) ?? 'auto';
}
