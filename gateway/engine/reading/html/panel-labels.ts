import { cleanLine } from '#gateway/engine/reading/clean-text.ts';
import { type Control, isBox } from './disclosure.ts';

/** Finds the control whose text heads a panel. */
interface PanelLabels {
  /** Takes in a control whose end tag has come. */
  add(control: Control): void;
  /** Begins a list of tabs: panels are counted against its tabs. */
  startTabs(): void;
  /** The heading of a block that begins, once for each control; `adjacent` is the control directly before it. */
  labelOf(block: LabelledBlock): string | undefined;
  /** Whether a control of the page with this id, or one that names this block, has come. */
  isNamed(attributes: Record<string, string>): boolean;
}

interface LabelledBlock {
  name: string;
  attributes: Record<string, string>;
  adjacent: Control | undefined;
  /** It is hidden until the control opens it. */
  isHidden: boolean;
}

const MAX_LABEL_CHARACTERS = 300;
const NO_PANEL = /^(?:button|form|h[1-6]|header|footer|nav|menu|aside|summary|main|body|html)$/;

export function createPanelLabels(): PanelLabels {
  const byTarget = new Map<string, Control>();
  const byId = new Map<string, Control>();
  let tabs: Control[] = [];
  let panels = 0;
  const namedBy = ({ id, 'aria-labelledby': label }: Record<string, string>): Control | undefined =>
    (id === undefined ? undefined : byTarget.get(id)) ??
    (label === undefined ? undefined : byId.get(label.trim()));
  return {
    add(control) {
      for (const target of control.targets) byTarget.set(target, control);
      if (control.id !== '') byId.set(control.id, control);
      if (control.isTab) tabs.push(control);
    },
    startTabs() {
      tabs = [];
      panels = 0;
    },
    isNamed: (attributes) => namedBy(attributes) !== undefined,
    labelOf({ name, attributes, adjacent, isHidden }) {
      const tab = attributes['role'] === 'tabpanel' ? tabs[panels++] : undefined;
      if (NO_PANEL.test(name) || isBox(name, attributes)) return undefined;
      const beside =
        adjacent && (isHidden || (adjacent.isExplicit && !adjacent.isTab)) ? adjacent : undefined;
      const control = namedBy(attributes) ?? tab ?? beside;
      if (!control || control.isWritten) return undefined;
      const label = cleanLine(control.text);
      if (!/\p{L}/u.test(label) || label.length > MAX_LABEL_CHARACTERS) return undefined;
      control.isWritten = true;
      return label;
    },
  };
}
