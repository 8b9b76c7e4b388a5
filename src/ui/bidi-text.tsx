import type { ReactNode } from 'react';

/** Text from people or files: takes its own direction and leaves the line around it alone. */
export function BidiText({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}
