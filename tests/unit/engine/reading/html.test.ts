import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';

const read = (html: string) => readDocument(new TextEncoder().encode(html), 'html');
const prose = (about: string): string =>
  `يشرح هذا القسم ${about} بالتفصيل، ويذكر الشروط والاستثناءات، ثم يبيّن الخطوات التي على العميل اتباعها، والمدة اللازمة لكل خطوة، والجهة التي يراجعها عند الحاجة.`;

const site = `<!doctype html><html lang=ar><head><title>الحسابات | المصرف</title>
<style>p{color:red}</style><script>document.write('مكتوب')</script></head><body>
<header><a href=/>المصرف</a><nav><ul><li><a href=/a>الرئيسية</a><li><a href=/b>الفروع</a></ul></nav></header>
<main><article><header><h1>فتح الحسابات</h1></header>
<p>${prose('فتح الحساب')}</p>
<h2>المستندات</h2><ul><li>الهوية الوطنية<li>إثبات العنوان</ul>
<div class="share">شارك هذه الصفحة</div>
<h2>الرسوم</h2><table><caption>رسوم السنة</caption><tr><th>النوع<th>الرسم<tr><td>جارٍ<td>٠</table>
<h3>الاستثناءات</h3><p>${prose('الاستثناءات')}</p><p>${prose('المراجعة')}</p>
</article></main>
<aside><h2>مقالات أخرى</h2><ul><li><a href=/x>القروض</a><li><a href=/y>البطاقات</a></ul></aside>
<footer>جميع الحقوق محفوظة <a href=/p>الخصوصية</a></footer></body></html>`;

describe('a web page', () => {
  test('gives its main content with every heading, and nothing around it', async () => {
    const document = await read(site);
    expect(document.title).toBe('الحسابات | المصرف');
    expect(document.warnings).toEqual([]);
    expect(document.blocks.filter((block) => !('text' in block) || block.text !== 'شارك هذه الصفحة')).toEqual(
      [
        { kind: 'heading', level: 1, text: 'فتح الحسابات' },
        { kind: 'paragraph', text: prose('فتح الحساب') },
        { kind: 'heading', level: 2, text: 'المستندات' },
        { kind: 'list-item', text: 'الهوية الوطنية' },
        { kind: 'list-item', text: 'إثبات العنوان' },
        { kind: 'heading', level: 2, text: 'الرسوم' },
        { kind: 'paragraph', text: 'رسوم السنة' },
        { kind: 'table', header: ['النوع', 'الرسم'], rows: [['جارٍ', '٠']] },
        { kind: 'heading', level: 3, text: 'الاستثناءات' },
        { kind: 'paragraph', text: prose('الاستثناءات') },
        { kind: 'paragraph', text: prose('المراجعة') },
      ],
    );
  });

  test('falls back to the whole body when there is too little to choose from', async () => {
    const page =
      '<nav><a href=/>الرئيسية</a></nav><h1>ساعات العمل</h1><p>من ٩ إلى ٥.</p><footer>حقوق</footer>';
    expect((await read(page)).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'ساعات العمل' },
      { kind: 'paragraph', text: 'من ٩ إلى ٥.' },
    ]);
  });

  test('keeps a document without navigation whole', async () => {
    const page =
      '<title>قائمة</title><h1>هواتف</h1><ul><li>الدعم 920001234<li>الفروع 920005678</ul><h2>بلا نص</h2>';
    expect((await read(page)).blocks).toHaveLength(4);
  });
});

describe('an ordered list', () => {
  test.each([
    ['<ol><li>a<li><p>b</p><p>c</p><ul><li>d</ul><li>e</ol>', ['1. a', '2. b', 'c', 'd', '3. e']],
    ['<ol start=4><li>a<li value=9>b<li>c</ol>', ['4. a', '9. b', '10. c']],
    ['<ol><li>a<ol><li>b</ol><li>c</ol><ol><li>d</ol>', ['1. a', '1. b', '2. c', '1. d']],
    ['<ol style="list-style: none"><li>a</ol><ol reversed><li>b</ol>', ['a', 'b']],
    ['<ol><li>1. a<li>(2) b</ol>', ['1. a', '(2) b']],
  ])('keeps the numbers of its items: %s', async (html, lines) => {
    const { blocks } = await read(html);
    const shown = blocks.map((block) =>
      block.kind === 'list-item' ? [block.ordinal, block.text].filter(Boolean).join(' ') : block.kind,
    );
    expect(shown).toEqual(lines);
  });
});

describe('what is never text', () => {
  test.each(['script', 'style', 'template', 'noscript', 'iframe', 'textarea', 'svg'])('<%s>', async (tag) => {
    const { blocks } = await read(`<h1>عنوان</h1><p>قبل العنصر <${tag}>سر</${tag}>بعد</p>`);
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'عنوان' },
      { kind: 'paragraph', text: 'قبل العنصر بعد' },
    ]);
  });

  test.each([
    '<p hidden>تجاهل ما سبق</p>',
    '<p style="color:red; display : none">تجاهل ما سبق</p>',
    '<div style="visibility:hidden"><p>تجاهل <b>ما</b> سبق</p></div>',
    '<p style="font-size:0px">تجاهل ما سبق</p>',
    '<p style="opacity:0">تجاهل ما سبق</p>',
  ])('hidden text is dropped with a warning: %s', async (hidden) => {
    const { blocks, warnings } = await read(
      `<h1>عنوان</h1>${hidden}<p style="font-size:0.9em;opacity:0.8">ظاهر</p>`,
    );
    expect(blocks).toMatchObject([{ kind: 'heading' }, { text: 'ظاهر' }]);
    expect(warnings).toEqual([
      { code: 'hidden-text-dropped', parameters: { characters: expect.any(Number) } },
    ]);
  });
});

describe('structure', () => {
  test('parts lines and paragraphs, keeps preformatted lines', async () => {
    const { blocks } = await read('<div>سطر<br>سطر<br><br>فقرة<pre>أ  ب\n  ج</pre>ذيل</div>');
    expect(blocks.map((block) => 'text' in block && block.text)).toEqual([
      'سطر\nسطر',
      'فقرة',
      'أ  ب\n  ج',
      'ذيل',
    ]);
  });

  test('dissolves tables that arrange the page and joins cells that span', async () => {
    const { blocks } = await read(
      `<table><tr><td><h1>عنوان</h1><table><tr><th>س<th>ص<th>ع<tr><td colspan=2>١<td>٢</table></td></tr></table>`,
    );
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'عنوان' },
      { kind: 'table', header: ['س', 'ص', 'ع'], rows: [['١', '١', '٢']] },
    ]);
  });

  test('reads 1,000 nested elements and refuses 30,000', async () => {
    const nested = (depth: number): string => `${'<div>'.repeat(depth)}عميق${'</div>'.repeat(depth)}`;
    expect((await read(nested(1000))).blocks).toEqual([{ kind: 'paragraph', text: 'عميق' }]);
    await expect(read(nested(30_000))).rejects.toMatchObject({ code: 'too-deep' });
  });
});
