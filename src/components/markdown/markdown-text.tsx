import Box from '@mui/material/Box';
import { memo, useMemo } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { elementsFor } from './elements.tsx';
import { footnotesAsText } from './footnotes-as-text.ts';
import { plainSyntax } from './plain-syntax.ts';
import { safeAddress } from './safe-address.ts';
import type { Block } from './split-blocks.ts';
import { splitBlocks } from './split-blocks.ts';
import { proseStyles } from './prose-styles.ts';

const plugins = [[remarkGfm, { singleTilde: false }], plainSyntax, footnotesAsText] satisfies Parameters<
  typeof Markdown
>[0]['remarkPlugins'];

const KNOWN = [
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del br hr a img input',
  'table thead tbody tr th td',
].flatMap((names) => names.split(' '));

type OneBlockProps = {
  source: string;
  language: string | undefined;
  code: string | undefined;
  rank: number | undefined;
};

/** Read again only when its own text changes. */
const OneBlock = memo(function OneBlock({ source, language, code, rank }: OneBlockProps) {
  if (code !== undefined) return <CodeBlock language={language ?? ''} text={code} />;
  return (
    <div dir="auto">
      <Markdown
        remarkPlugins={plugins}
        components={elementsFor(rank)}
        allowedElements={KNOWN}
        urlTransform={safeAddress}
      >
        {source}
      </Markdown>
    </div>
  );
});

const keyOf = (index: number, { code, rank }: Block) => `${index}${code ? 'c' : (rank ?? '')}`;

/**
 * Markdown that a model or a person wrote, shown as text with form: no HTML, nothing fetched, links only to the web and to
 * mail. Its headings begin at h3. A text that grows costs what its last block costs.
 */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  return (
    <Box sx={proseStyles}>
      {blocks.map((block, index) => (
        <OneBlock
          key={keyOf(index, block)}
          source={block.source}
          language={block.code?.language}
          code={block.code?.text}
          rank={block.rank}
        />
      ))}
    </Box>
  );
}
