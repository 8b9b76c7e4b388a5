import type { ReactNode } from 'react';
import { nodeDirection } from './node-direction.ts';

/** Text from people or files: takes its own direction and leaves the line around it alone. */
export function BidiText({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi dir={nodeDirection(children)} className={className}>
      {children}
    </bdi>
  );
}
