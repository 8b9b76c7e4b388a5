import type { SVGProps } from 'react';

/** The mark: a catalogue card with its tab at the start edge. It mirrors with the language. */
export function Logo({ size = 28, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) {
  return (
    <svg
      viewBox="0 0 28 28"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      data-mirrors=""
      {...rest}
    >
      <path d="M3 9V5.5A1.5 1.5 0 0 1 4.5 4h6A1.5 1.5 0 0 1 12 5.5V9z" fill="currentColor" />
      <rect x="3" y="8" width="22" height="16" rx="2.5" stroke="currentColor" strokeWidth="2" />
      <path d="M8 14h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity=".55" />
      <path d="M8 18.5h7" stroke="var(--saffron, #B7791F)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
