import type { PageControls } from './page-controls.ts';
import type { Declarations } from './style-rules.ts';

/** A control that opens the block after it or the block that it names. */
export interface Control {
  id: string;
  text: string;
  isTab: boolean;
  /** Its mark-up names a panel or a state; a plain button has neither. */
  isExplicit: boolean;
  /** Its text stands in the outline already. */
  isWritten: boolean;
  targets: readonly string[];
}

/** Classes and ids of menus, dialogs, notices and other boxes beside the content. */
const BOX =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|modal|pop-?up|popover|overlay|dialog|toast|tooltip|dropdown|drop-down|menu|submenu|navbar|nav|offcanvas|drawer|lightbox|snackbar|sr-only|visually-?hidden|screen-reader-text|skip-link|honeypot|newsletter)(?=$|[\s_-])/i;
const BOX_ROLE =
  /^(?:dialog|alertdialog|alert|status|menu|menubar|tooltip|listbox|navigation|banner|search)$/;
const PANEL =
  /(?:^|[\s_-])(?:accordion|acc|collaps\w*|faqs?|answers?|panels?|panes?|tab-?(?:content|pane|panel)s?|toggle\w*|expand\w*|spoiler|read-?more|more)(?=$|[\s_-])/i;
const CONTROL_WORD =
  /(?:^|[\s_-])(?:accordion\w*|acc|collaps\w*|faqs?|questions?|toggle\w*|expand\w*|spoiler)(?=$|[\s_-])/i;
const FADING =
  /(?:^|[\s_-])(?:wow|aos|reveal|scroll-?reveal|scroll|fade\w*|animate?d?|animation|animate__\w+|in-?view|appear|slide\w*|gsap|js)(?=$|[\s_-])/i;
const PAGE = /^(?:page|app|root|wrapper|main|content|site|container|__next|page-?wrapper|main-?content)$/i;
const CLOAK = /(?:^|\s)(?:ng-cloak|v-cloak|cloak|no-?fouc|preload\w*)(?=$|\s)/i;

const wordsOf = ({ class: classes = '', id = '' }: Record<string, string>): string =>
  `${classes.slice(0, 500)} ${id.slice(0, 100)}`.replace(/([a-z])([A-Z])/g, '$1-$2');

/** A control by the attributes of its start tag, or undefined for any other element and for controls of menus and dialogs. */
export function makeControl(name: string, attributes: Record<string, string>): Control | undefined {
  const { role, type } = attributes;
  const isTab = role === 'tab' || /^(?:tab|pill)$/.test(toggleOf(attributes));
  if (name !== 'button' && !isTab && role !== 'button') return undefined;
  if (/^(?:modal|dropdown|offcanvas|tooltip|popover)$/.test(toggleOf(attributes))) return undefined;
  if (attributes['aria-haspopup'] !== undefined || type === 'reset') return undefined;
  const targets = targetsOf(attributes);
  const isExplicit =
    isTab ||
    targets.length > 0 ||
    attributes['aria-expanded'] !== undefined ||
    CONTROL_WORD.test(wordsOf(attributes));
  if (type === 'submit' && !isExplicit) return undefined;
  return { id: attributes['id'] ?? '', text: '', isTab, isExplicit, isWritten: false, targets };
}

const toggleOf = (attributes: Record<string, string>): string =>
  attributes['data-bs-toggle'] ?? attributes['data-toggle'] ?? '';

function targetsOf(attributes: Record<string, string>): string[] {
  const names = Object.keys(attributes).filter(
    (name) => name === 'aria-controls' || /^data-[\w-]*target$/.test(name),
  );
  const hash = attributes['href']?.startsWith('#') ? [attributes['href']] : [];
  return [...names.map((name) => attributes[name] ?? ''), ...hash]
    .flatMap((value) => value.split(/\s+/))
    .map((value) => value.replace(/^#/, ''))
    .filter((value) => value !== '');
}

interface HiddenElement {
  name: string;
  attributes: Record<string, string>;
  style: Declarations;
  /** The control directly before it. */
  control: Control | undefined;
  /** A style rule shows the element in another state. */
  hasShownState: boolean;
  /** Number of open elements around it. */
  depth: number;
}

/** Whether a block is no content even when it opens: a dialog, a menu, a bar of consent. */
export function isBox(name: string, attributes: Record<string, string>): boolean {
  if (name === 'nav' || name === 'dialog' || attributes['aria-modal'] === 'true') return true;
  return (
    BOX_ROLE.test(attributes['role'] ?? '') ||
    (attributes['role'] !== 'tabpanel' && BOX.test(wordsOf(attributes)))
  );
}

/** Whether a hidden element that is no box is shown by a control, an animation or a script of the page. */
export function isOpened(element: HiddenElement, { hasScript, targets }: PageControls): boolean {
  const { name, attributes, style, control, hasShownState, depth } = element;
  if (attributes['role'] === 'tabpanel') return true;
  if (/^(?:absolute|fixed)$/.test(style.get('position') ?? '')) return false;
  if (attributes['id'] !== undefined && targets.has(attributes['id'])) return true;
  if (hasShownState) return true;
  if (isAnimated(style, hasScript)) return true;
  if (!hasScript) return false;
  if (PANEL.test(wordsOf(attributes)) || control !== undefined) return true;
  if (isFaded(style) && isFading(attributes, style)) return true;
  const isPage =
    depth <= 2 &&
    (name === 'main' || PAGE.test(attributes['id'] ?? '') || PAGE.test(attributes['class'] ?? ''));
  return isPage || CLOAK.test(attributes['class'] ?? '');
}

const isFaded = (style: Declarations): boolean =>
  style.get('display') !== 'none' && (style.has('opacity') || style.get('visibility') === 'hidden');

/** A style animation ends where its keyframes say; `none` is what scripts set until they start it. */
function isAnimated(style: Declarations, hasScript: boolean): boolean {
  if (!isFaded(style)) return false;
  const animation = style.get('animation') ?? style.get('animation-name');
  return animation !== undefined && (hasScript || animation !== 'none');
}

function isFading(attributes: Record<string, string>, style: Declarations): boolean {
  if (
    style.has('transition') ||
    style.has('will-change') ||
    /translate|scale\((?!0)|rotate/.test(style.get('transform') ?? '')
  )
    return true;
  return (
    FADING.test(attributes['class'] ?? '') ||
    Object.keys(attributes).some((name) => /^data-(?:aos|sal|w-id|wow|animat|scroll|reveal|sr)/.test(name))
  );
}
