import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MarkdownText } from '#src/ui/markdown/markdown-text.tsx';
import { splitBlocks } from '#src/ui/markdown/split-blocks.ts';
import { renderPiece } from '#tests/support/render-app.tsx';
import { letStylesIn } from '#tests/support/styles.ts';

letStylesIn();

const show = async (text: string, language: 'en' | 'ar' = 'en') =>
  (await renderPiece(<MarkdownText text={text} />, language)).container;

const HOSTILE = `<script>globalThis.hurt = true</script>

<img src="https://evil.example/a.png" onerror="globalThis.hurt = true">

[رابط](javascript:alert(1)) و[آخر](data:text/html,<script>1</script>) و[ثالث](/api/Keys)

![شعار](https://evil.example/pixel.gif) ![](data:image/png;base64,AAAA)

<iframe src="https://evil.example"></iframe> <svg/onload=alert(1)>

<style>body { display: none }</style>

[هنا](  jAvAsCrIpT:alert(1)  ) <vbscript:x> [v](vbscript:msgbox) [b](blob:https://x/1) [f](file:///etc/passwd)

| a | <b onclick="x()">b</b> |
|---|---|
| <img src=x onerror=y> | [z](javascript:1) |
`;

describe('what a model wrote', () => {
  test('runs nothing, fetches nothing and leads nowhere but to the web', async () => {
    const box = await show(HOSTILE);
    expect(
      box.querySelectorAll('script, img, iframe, svg:not(.lucide), style, object, embed, b'),
    ).toHaveLength(0);
    const links = [...box.querySelectorAll('a')].map(({ href }) => href);
    // Addresses become links anywhere in the text, and only a click follows them.
    expect(links).toEqual(['https://evil.example/a.png', 'https://evil.example/pixel.gif']);
    expect(Object.keys(globalThis)).not.toContain('hurt');
    for (const element of box.querySelectorAll('*'))
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^style$|^srcdoc$/u);
    // What was written is still there to be read.
    expect(box).toHaveTextContent('<script>globalThis.hurt = true</script>');
    expect(box).toHaveTextContent('<iframe src="https://evil.example"></iframe>');
    expect(box).toHaveTextContent(/Image not loaded: .?شعار/u);
  });

  test('opens links apart from this page and says where they lead', async () => {
    await show('انظر [الدليل](https://example.com/a?b=1) أو <mailto:a@example.com>');
    const link = screen.getByRole('link', { name: 'الدليل' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(link).toHaveAttribute('title', 'https://example.com/a?b=1');
    expect(screen.getByRole('link', { name: 'mailto:a@example.com' })).toBeVisible();
  });

  test('puts headings under those of the page, without gaps, and gives each block its own direction', async () => {
    const box = await show('## خطوات الإرجاع\n\nنص.\n\n#### Details\n\nText.\n\n> # مقتبس');
    const levels = [...box.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => tagName);
    expect(levels).toEqual(['H3', 'H4']);
    const blocks = [...box.querySelectorAll('[dir="auto"]')];
    expect(blocks).toHaveLength(5);
    for (const block of blocks) expect(block.querySelector('[dir="auto"]')).toBeNull();
  });

  test('makes each line of a paragraph an element, with what spans several in each, and keeps the text', async () => {
    const text = 'الفصل السادس\nInstall **v2.1\nأولًا** (الإصدار v2.1)';
    const box = await show(`${text}\n\nسطر وحيد`);
    const [paragraph, single] = box.querySelectorAll('p');
    const lines = [...(paragraph?.querySelectorAll('.line') ?? [])].map((line) => line.textContent);
    expect(lines).toEqual(['الفصل السادس\n', 'Install v2.1\n', 'أولًا (الإصدار v2.1)']);
    expect(paragraph?.querySelectorAll('strong')).toHaveLength(2);
    expect(paragraph?.textContent).toBe(text.replaceAll('**', ''));
    expect(single?.querySelector('.line')).toBeNull();
    const broken = await show('سطر  \nLine (two)');
    expect([...broken.querySelectorAll('.line')].map((line) => line.textContent)).toEqual([
      'سطر\n',
      'Line (two)',
    ]);
  });

  test('runs a line from right to left that begins with a name and is Arabic otherwise', async () => {
    const box = await show(
      [
        'REST API واجهة برمجية (الإصدار v2.1) للربط بالأنظمة',
        '## PDF ملفات المستندات المقبولة',
        '- iPhone 15 متوفر للتوصيل خلال يومين\n  - Wi-Fi مجاني لكل العملاء\n- Install رسوم first',
        '| SKU | السعر |\n|---|---|\n| XL مقاس كبير جدًا | 5 |',
        '> USB-C كابل شحن سريع للبيع',
        'Call محمد at 9',
      ].join('\n\n'),
    );
    const lines = [...box.querySelectorAll('.line')].map((line) => [
      line.parentElement?.tagName,
      line.getAttribute('dir'),
      line.textContent.slice(0, 4),
    ]);
    expect(lines).toEqual([
      ['P', 'rtl', 'REST'],
      ['H3', 'rtl', 'PDF '],
      ['LI', 'rtl', 'iPho'],
      ['LI', 'rtl', 'Wi-F'],
      ['TD', 'rtl', 'XL م'],
      ['P', 'rtl', 'USB-'],
    ]);
    // The bar of a quotation stands where its lines begin.
    expect(box.querySelector('blockquote')?.closest('[dir]')).toHaveAttribute('dir', 'rtl');
  });

  test('keeps code left to right, to be copied without its fence, also while it is being written', async () => {
    await show('```sql\nSELECT 1; -- تعليق\n\n# not a heading\n');
    const code = screen.getByRole('group', { name: 'Code' });
    expect(code.closest('[dir="ltr"]')).not.toBeNull();
    expect(code.textContent).toBe('SELECT 1; -- تعليق\n\n# not a heading');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeVisible();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('shows tables, tasks, lists and footnote marks', async () => {
    const box = await show(
      '| المدة | الرسوم |\n|---|--:|\n| 14 يومًا | 20 |\n\n- [x] مؤكد\n- [ ] لاحقًا\n\n3. ثالث\n\n   ```sh\n   ls\n   ```\n4. رابع\n\nحاشية[^1]\n\n[^1]: نص الحاشية هنا',
      'ar',
    );
    const table = within(screen.getByRole('group', { name: 'جدول' })).getByRole('table');
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
    expect(screen.getByRole('img', { name: 'مكتملة' })).toBeInTheDocument();
    expect(box.querySelector('ol')).toHaveAttribute('start', '3');
    expect(within(box.querySelector('ol') as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
    expect(box).toHaveTextContent('نص الحاشية هنا');
  });
});

describe('footnotes', () => {
  test('stay words, marks and all', async () => {
    const box = await show(
      'الرسوم[^1] والمدة[^ب] و[**الضمان**][^1].\n\n[^1]: حاشية\n[^ب]: https://example.com/b "عنوان"\n\nثم[^1] نص.\n\n- بند[^2]\n\n  [^2]: آخر',
    );
    expect(box).toHaveTextContent('الرسوم[^1] والمدة[^ب] و[الضمان][^1].');
    expect(box).toHaveTextContent('[^1]: حاشية');
    expect(box).toHaveTextContent('[^ب]: https://example.com/b "عنوان"');
    expect(box).toHaveTextContent('ثم[^1] نص.');
    expect(box).toHaveTextContent('بند[^2]');
    expect(box).toHaveTextContent('[^2]: آخر');
    expect(screen.getByText('الضمان').tagName).toBe('STRONG');
  });

  test('whose mark and text stand in one block stay words too, and lead nowhere unsafe', async () => {
    const box = await show('[^1]: javascript:alert(1)\nنص[^1] و![^1] و[^1][] و[**الضمان**][^1]');
    expect(box).toHaveTextContent('[^1]: javascript:alert(1)');
    expect(box).toHaveTextContent('نص[^1] و![^1] و[^1][] و[الضمان][^1]');
    expect(screen.getByText('الضمان').tagName).toBe('STRONG');
    expect(box.querySelector('a')).toBeNull();
  });
});

test('marks a task once', async () => {
  const box = await show('- [x] مؤكد\n- عادي');
  const [task, plain] = box.querySelectorAll('li');
  expect(getComputedStyle(task as Element).listStyleType).toBe('none');
  expect(getComputedStyle(plain as Element).listStyleType).not.toBe('none');
});

describe('cutting a text into blocks', () => {
  test('changes only the last block of a text that grows', () => {
    const text = 'أول.\n\n- a\n\n- b\n\n  c\n\n```\nx\n\ny\n```\nبعد\n\n# عنوان\nنص';
    let before = splitBlocks('');
    for (let end = 1; end <= text.length; end += 1) {
      const blocks = splitBlocks(text.slice(0, end));
      const settled = before.slice(0, -1).map(({ source }) => source);
      expect(blocks.slice(0, settled.length).map(({ source }) => source)).toEqual(settled);
      before = blocks;
    }
    expect(before.map(({ source }) => source)).toEqual([
      'أول.',
      '- a\n\n- b\n\n  c',
      '```\nx\n\ny\n```',
      'بعد',
      '# عنوان',
      'نص',
    ]);
  });

  test('lends definitions to the blocks that refer to them', async () => {
    await show('انظر [الدليل][1].\n\nنص.\n\n[1]: https://example.com/dalil');
    expect(screen.getByRole('link', { name: 'الدليل' })).toHaveAttribute('href', 'https://example.com/dalil');
  });
});
