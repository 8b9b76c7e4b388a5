import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, expect, test, vi } from 'vitest';

const counted = vi.hoisted(() => ({ reads: 0, characters: 0 }));
vi.mock('react-markdown', async (original) => {
  const { default: Markdown } = await original<typeof import('react-markdown')>();
  return {
    default: (props: Parameters<typeof Markdown>[0]) => {
      counted.reads += 1;
      counted.characters += props.children?.length ?? 0;
      return <Markdown {...props} />;
    },
  };
});

afterAll(() => void vi.resetModules());

test('reads each block of a growing answer again only while it grows', async () => {
  // Earlier test files loaded the modules without the counter.
  vi.resetModules();
  const { MarkdownText } = await import('#src/ui/markdown/markdown-text.tsx');
  const { renderPiece } = await import('#tests/support/render-app.tsx');
  const blocks = Array.from({ length: 40 }, (_, index) =>
    index % 10 === 9
      ? `\`\`\`ts\n// الفقرة ${index}\nconst at = ${index};\n\n\`\`\``
      : `الفقرة **${index}** عن الإرجاع والاستبدال، with some English beside it.`,
  );
  const text = blocks.join('\n\n');
  const step = 30;
  function Growing() {
    const [to, setTo] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setTo(to + step)}>
          more
        </button>
        <MarkdownText text={text.slice(0, to)} />
      </>
    );
  }
  const { container } = await renderPiece(<Growing />);
  const more = screen.getByRole('button', { name: 'more' });
  const steps = Math.ceil(text.length / step);
  for (let done = 0; done < steps; done += 1) fireEvent.click(more);
  expect(container.querySelectorAll('strong')).toHaveLength(36);
  expect(container.querySelectorAll('pre')).toHaveLength(4);
  expect(counted.reads).toBeGreaterThanOrEqual(steps);
  // Once a step, and once more where a step ends one block and begins the next; never the whole text.
  expect(counted.reads).toBeLessThan(2 * (steps + blocks.length));
  expect(counted.characters).toBeLessThan(6 * text.length);
});
