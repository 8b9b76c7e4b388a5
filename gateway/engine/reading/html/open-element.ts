import type { Control } from './disclosure.ts';
import type { TableInProgress } from './open-table.ts';
import type { Container } from './outline.ts';
import type { InheritedStyle } from './visibility.ts';

/** An element whose end has not come yet. */
export interface OpenElement {
  name: string;
  container?: Container;
  table?: TableInProgress;
  paint: InheritedStyle;
  /** Set where the element was opened as a block. */
  isBlock?: true;
  /** Level of the last heading in it or before it; 0 before the first. */
  level: number;
  /** The control that the element is, if any. */
  control?: Control;
  /** The control that is the last child of the element so far. */
  lastControl?: Control | undefined;
  raised?: 'sup' | 'sub' | undefined;
}

/** The control that stands last in a parent once a child has ended. */
export function controlAfter(child: OpenElement, before: Control | undefined): Control | undefined {
  if (child.control && !child.control.isTab) return child.control;
  const inner = child.lastControl;
  if (inner && (inner.isExplicit || /^(?:h[1-6]|dt)$/.test(child.name))) return inner;
  return child.isBlock || child.name === 'button' ? undefined : before;
}
