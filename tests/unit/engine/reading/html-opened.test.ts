import { describe, expect, test } from 'vitest';
import type { Block } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { readLongHtml } from '#gateway/engine/reading/read-html.ts';

const encode = (html: string) => new TextEncoder().encode(html);
const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><title>الرسوم</title>${head}</head><body><nav><a href=/>الرئيسية</a></nav><main><h1>الرسوم</h1>${body}</main><footer><p>جميع الحقوق محفوظة</p></footer></body></html>`;
const show = (blocks: readonly Block[]): string[] =>
  blocks.map((block) =>
    block.kind === 'table'
      ? [...(block.header ?? []), ...block.rows.flat()].join('|')
      : `${block.kind === 'heading' ? '# ' : ''}${block.text}`,
  );

function readLong(html: string) {
  const blocks: Block[] = [];
  const stream = readLongHtml(encode(html)) as Generator<{ blocks: Block[] }, { warnings: unknown[] }>;
  for (;;) {
    const step = stream.next();
    if (step.done) return { lines: show(blocks), warnings: step.value.warnings };
    blocks.push(...step.value.blocks);
  }
}

/** Lines and warnings of both readers, which must agree. */
async function read(html: string) {
  const document = await readDocument(encode(html), 'html');
  const short = { lines: show(document.blocks), warnings: document.warnings };
  expect(readLong(html)).toEqual(short);
  return { ...short, items: document.health.items };
}

const FEE = 'رسوم التحويل الدولي 25 ريالًا لكل عملية.';
const SCRIPT = '<script src="/page.js"></script>';

describe('text that a control, an animation or a script shows', () => {
  test.each([
    ['tab panel', `<div role=tabpanel hidden><p>${FEE}</p></div>`],
    ['target after it', `<div id=more hidden><p>${FEE}</p></div><button aria-controls=more>المزيد</button>`],
    [
      'target of onclick',
      `<div id=x style="display:none"><p>${FEE}</p></div><button onclick="show('x')">عرض</button>`,
    ],
    [
      'target of a script',
      `<p id=x style="display:none">${FEE}</p><script>document.getElementById('x').style.display='block'</script>`,
    ],
    [
      'checked box',
      `<style>.body{display:none} input:checked ~ .body{display:block}</style><input type=checkbox><div class=body><p>${FEE}</p></div>`,
    ],
    [
      'class of a state',
      `<style>.x{max-height:0;overflow:hidden}.x.is-open{max-height:500px}</style><div class=x><p>${FEE}</p></div>`,
    ],
    ['panel by its class', `<div class=faq-answer style="display:none"><p>${FEE}</p></div>${SCRIPT}`],
    [
      'fading in by a rule',
      `<style>.x{opacity:0;transition:opacity 1s}</style><div class=x><p>${FEE}</p></div>${SCRIPT}`,
    ],
    [
      'fading in by keyframes',
      `<style>.x{opacity:0;animation:in 1s forwards}</style><div class=x><p>${FEE}</p></div>`,
    ],
    ['fading in by an attribute', `<p data-aos=fade-up style="opacity:0">${FEE}</p>${SCRIPT}`],
    ['body hidden', `<style>body{visibility:hidden}</style><p>${FEE}</p>${SCRIPT}`],
  ])('%s', async (_, body) => {
    const { lines, warnings } = await read(page(body));
    expect(lines).toContain(FEE);
    expect(warnings).toEqual([]);
  });
});

describe('hidden text that nothing opens, or that is no content', () => {
  test.each([
    ['no control', `<div style="display:none"><p>${FEE}</p></div>${SCRIPT}`],
    ['no script', `<p style="opacity:0">${FEE}</p>`],
    [
      'dialog',
      `<button data-bs-toggle=modal data-bs-target="#m">عرض</button><div id=m class="modal" style="display:none"><p>${FEE}</p></div>${SCRIPT}`,
    ],
    [
      'consent',
      `<style>.cookie-bar{display:none}.cookie-bar.show{display:block}</style><div class=cookie-bar><p>${FEE}</p></div>${SCRIPT}`,
    ],
    [
      'menu',
      `<button aria-expanded=false aria-controls=m>القائمة</button><ul id=m class=dropdown-menu style="display:none"><li>${FEE}</li></ul>${SCRIPT}`,
    ],
    ['outside of the window', `<p style="position:absolute;left:-9999px">${FEE}</p>${SCRIPT}`],
  ])('%s', async (_, hidden) => {
    const { lines, warnings } = await read(page(`<p>من 9 إلى 5 كل يوم عمل.</p>${hidden}`));
    expect(lines.join('\n')).not.toContain(FEE);
    expect(warnings).toMatchObject([{ code: 'hidden-text-dropped' }]);
  });
});

describe('a control that heads something is a heading', () => {
  test.each([
    ['button in a heading', `<h2><button>متى تدفع؟</button></h2><p>${FEE}</p>`],
    [
      'button before its panel',
      `<button aria-expanded=false aria-controls=p>متى تدفع؟</button><div id=p hidden>${FEE}</div>`,
    ],
    ['button with a class', `<button class=accordion>متى تدفع؟</button><div class=panel><p>${FEE}</p></div>`],
    ['summary', `<details><summary>متى تدفع؟</summary><p>${FEE}</p></details>`],
    [
      'tab by its number',
      `<div role=tablist><button role=tab>متى تدفع؟</button></div><div role=tabpanel>${FEE}</div>`,
    ],
    [
      'tab by its name',
      `<div role=tablist><button role=tab id=t>متى تدفع؟</button></div><div role=tabpanel aria-labelledby=t hidden>${FEE}</div>`,
    ],
  ])('%s', async (_, body) => {
    expect((await read(page(body))).lines).toEqual(['# الرسوم', '# متى تدفع؟', FEE]);
  });

  test('a button that heads nothing is not text', async () => {
    expect((await read(page(`<p>${FEE}</p><button>إرسال</button><p>نص آخر</p>`))).lines).toEqual([
      '# الرسوم',
      FEE,
      'نص آخر',
    ]);
  });
});

test('keeps paragraphs of the main element whatever their class, and counts those left out elsewhere', async () => {
  const prose =
    'يقدم البنك خدماته للأفراد والشركات عبر فروعه المنتشرة، وعبر تطبيق الهاتف، على مدار الساعة. '.repeat(5);
  const names = ['extra', 'legends', 'related', 'share', 'community-banner'];
  const body = names
    .map((name) => `<p>${prose}</p><div class=${name}><p>بند ${name} برسم قدره 25 ريالًا.</p></div>`)
    .join('');
  const { lines, warnings } = await read(page(body));
  expect(lines).toHaveLength(1 + 2 * names.length);
  expect(warnings).toEqual([]);
});

test('leaves out struck-out text, and says so', async () => {
  const { lines, warnings, items } = await read(
    page(
      `<p>الباقة: <del>399</del> <s>349</s> <span style="text-decoration:line-through">299</span> 249 ريالًا شهريًا.</p>`,
    ),
  );
  expect(lines).toEqual(['# الرسوم', 'الباقة: 249 ريالًا شهريًا.']);
  expect(warnings).toEqual([{ code: 'struck-text-dropped', parameters: { characters: 9 } }]);
  expect(items).toMatchObject([
    { code: 'struck-text', found: 9, samples: [{ before: '399' }, { before: '349' }, { before: '299' }] },
  ]);
});

test.each([
  ['10<sup>3</sup> و 5<sup>−2</sup>', '10³ و 5⁻²'],
  ['H<sub>2</sub>O', 'H₂O'],
  ['1<sup>1</sup>⁄<sub>2</sub> و <sup>3</sup>/<sub>4</sub>', '1 1/2 و 3/4'],
  ['١٠<sup>٣</sup>', '١٠^٣'],
  ['the 1<sup>st</sup>', 'the 1st'],
  ['10<span style="vertical-align:super">6</span>', '10⁶'],
])('writes raised and lowered digits apart: %s', async (html, text) => {
  expect((await read(page(`<p>القيمة هي ${html}</p>`))).lines).toEqual(['# الرسوم', `القيمة هي ${text}`]);
});

test.each([
  ['read-only text', `<textarea readonly>1. بند أول\n2. بند ثان</textarea>`, ['1. بند أول\n2. بند ثان']],
  ['options', `<select><option value="">اختر</option><option>الرياض<option>جدة</select>`, ['الرياض، جدة']],
  ['drawing', `<svg><title>رسم</title><text>نسبة <tspan>40</tspan></text></svg>`, ['نسبة 40']],
  [
    'check boxes',
    `<ul><li><input type=checkbox checked>نعم<li><input type=checkbox>لا</ul>`,
    ['☑ نعم', '☐ لا'],
  ],
])('reads %s', async (_, body, lines) => {
  expect((await read(page(`<p>${FEE}</p>${body}`))).lines).toEqual(['# الرسوم', FEE, ...lines]);
});

test('ends elements of XHTML with their self-closing tags', async () => {
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>الرسوم</h1><p>قبل <textarea/><a id="x"/>بعد</p><video src="v"/><p>${FEE}</p></body></html>`;
  expect((await read(xhtml)).lines).toEqual(['# الرسوم', 'قبل بعد', FEE]);
});

test.each(['<iframe src="/content.html"></iframe>', '<div id=app></div><script src=/app.js></script>'])(
  'says of a page that scripts or frames may show more: %s',
  async (body) => {
    expect((await readDocument(encode(page(body)), 'html')).isFilledLater).toBe(true);
    await expect(readDocument(encode(body), 'html')).rejects.toMatchObject({ code: 'page-without-text' });
  },
);

test('says that a frame beside the text was skipped, but for maps and films', async () => {
  const film = '<iframe src="https://www.youtube.com/embed/x"></iframe>';
  expect((await read(page(`<p>${FEE}</p>${film}`))).warnings).toEqual([]);
  expect((await read(page(`<p>${FEE}</p><iframe src="/fees.html"></iframe>`))).warnings).toEqual([
    { code: 'frames-skipped' },
  ]);
});

test('counts no style within noscript as hidden text', async () => {
  const { warnings } = await read(
    page(`<p>${FEE}</p>`, '<noscript><style>body{animation:none}</style></noscript>'),
  );
  expect(warnings).toEqual([]);
});
