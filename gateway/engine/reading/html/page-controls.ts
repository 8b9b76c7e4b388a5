/** Scripts of a page, and the ids of what its controls and scripts show or hide. */
export interface PageControls {
  hasScript: boolean;
  targets: Set<string>;
}

/** Attributes by which a control names the block that it opens. */
const CONTROL =
  /\b(?:aria-controls|data-[a-z-]{0,20}(?:target|toggle|collapse|tab)|href)\s*=\s*["']?\s*#?([\w-]{1,80})|\bonclick\s*=\s*(?:"([^"]{0,500})"|'([^']{0,500})')/gi;
const IN_SCRIPT = /getElementById\(\s*["']([\w-]{1,80})["']|["']#([\w-]{1,80})["']/g;
const SCRIPT = /<script\b[^>]{0,500}>([^]*?)<\/script/gi;
const HANDLER = /<script\b|\son(?:click|load|toggle)\s*=/i;
/** Controls of menus, dialogs and bars, which open no content. */
const OTHER_CONTROL =
  /aria-haspopup|data-(?:bs-)?(?:toggle|dismiss)\s*=\s*["']?(?:modal|dropdown|offcanvas|tooltip|popover|alert)/i;
const OPENER =
  /\b(?:aria-(?:expanded|selected)|data-[\w-]{0,20}(?:toggle|target)|role\s*=\s*["']?(?:button|tab)\b)/i;
const MAX_SCRIPT_CHARACTERS = 200_000;
const MAX_TARGETS = 20_000;

export function createPageControls(): PageControls {
  return { hasScript: false, targets: new Set() };
}

/** Adds the controls of a part of a page, in one pass over its attributes and scripts. */
export function findControls(html: string, controls: PageControls): void {
  controls.hasScript ||= HANDLER.test(html);
  for (const match of html.matchAll(CONTROL)) {
    if (controls.targets.size > MAX_TARGETS) return;
    if (match[1] === undefined) {
      for (const [, id = ''] of (match[2] ?? match[3] ?? '').matchAll(
        /["'`]#?([\w-]{1,80})["'`]|&quot;#?([\w-]{1,80})&quot;/g,
      ))
        controls.targets.add(id);
      continue;
    }
    const isLink = /^href/i.test(match[0]);
    if (isLink && !match[0].includes('#')) continue;
    const tag = tagAround(html, match.index);
    if (!OTHER_CONTROL.test(tag) && (!isLink || OPENER.test(tag))) controls.targets.add(match[1]);
  }
  if (!controls.hasScript) return;
  let size = 0;
  for (const [, source = ''] of html.matchAll(SCRIPT)) {
    size += source.length;
    if (size > MAX_SCRIPT_CHARACTERS) return;
    for (const [, byId, bySelector] of source.matchAll(IN_SCRIPT))
      controls.targets.add(byId ?? bySelector ?? '');
  }
}

function tagAround(html: string, index: number): string {
  const start = html.lastIndexOf('<', index);
  const end = html.indexOf('>', index);
  return html.slice(Math.max(start, index - 1_000), Math.min(end < 0 ? html.length : end, index + 1_000));
}
