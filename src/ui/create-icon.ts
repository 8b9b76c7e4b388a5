import { createElement, type ReactElement, type SVGProps } from 'react';

export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement;

/** A Lucide icon of 24 by 24 from its shapes, each a tag and its attributes; hidden from screen readers unless it has a role or a label. */
export function createIcon(
  name: string,
  shapes: readonly (readonly [tag: string, attributes: Record<string, string>])[],
): Icon {
  return function LucideIcon({ size = 24, className, ...rest }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !('role' in rest || 'aria-label' in rest),
        ...rest,
        className: `lucide lucide-${name} ${className ?? ''}`.trimEnd(),
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
