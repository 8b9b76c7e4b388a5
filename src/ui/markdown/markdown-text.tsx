import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { memo, useMemo } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { lineDirection } from '#common/text-direction.ts';
import { markCitations } from './citation-marks.ts';
import { CodeBlock } from './code-block.tsx';
import { markdownComponents } from './markdown-components.tsx';
import { paragraphLines } from './paragraph-lines.ts';
import { safeUrl } from './safe-url.ts';
import { type Block, splitBlocks } from './split-blocks.ts';

/** Text with form, on the page's own scale: every paragraph takes its own direction. */
const proseStyles: SxProps<Theme> = {
  display: 'grid',
  gap: 1.5,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& > *': { minWidth: 0 },
  '& p, & li, & h3, & h4, & h5, & h6, & th, & td, & .line': { unicodeBidi: 'plaintext' },
  '& p, & ul, & ol, & blockquote, & h3, & h4, & h5, & h6': { margin: 0 },
  '& p': { whiteSpace: 'pre-line' },
  '& .line': { display: 'block' },
  '& .line[dir]': { unicodeBidi: 'isolate' },
  // No passage belongs to the number.
  '& .citation': {
    color: 'text.tertiary',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '0.35em',
  },
  '& ul, & ol': { paddingInlineStart: 3 },
  // An item of the other direction stands beside its mark all the same.
  '& li': { textAlign: ['-webkit-match-parent', 'match-parent'] },
  '& li pre': { textAlign: 'start' },
  '& li.task-list-item': { listStyleType: 'none' },
  // Lists of the text count as outer lists, wherever the text is placed.
  '& ul': { listStyleType: 'disc' },
  '& ul ul, & ol ul': { listStyleType: 'circle' },
  '& li + li, & li > ul, & li > ol': { marginBlockStart: 0.5 },
  '& li > p + *': { marginBlockStart: 1 },
  '& h3': { typography: 'h2' },
  '& h4, & h5, & h6': { typography: 'h3' },
  '& strong': { fontWeight: 600 },
  '& blockquote': {
    borderInlineStart: '3px solid',
    borderColor: 'line.firm',
    paddingInlineStart: 2,
    color: 'text.secondary',
  },
  '& hr': { border: 0, borderBlockStart: 1, borderColor: 'line.soft', width: '100%', margin: 0 },
  '& :not(pre) > code': {
    typography: 'mono',
    fontSize: '0.875em',
    unicodeBidi: 'isolate',
    bgcolor: 'background.sunken',
    border: 1,
    borderColor: 'line.soft',
    borderRadius: '4px',
    paddingInline: 0.5,
  },
  '& table': { borderCollapse: 'collapse', typography: 'body2' },
  '& th, & td': {
    border: 1,
    borderColor: 'line.soft',
    paddingInline: 1.5,
    paddingBlock: 0.75,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'normal',
  },
  '& th': { fontWeight: 600, bgcolor: 'background.sunken' },
};

/** As much of a Markdown tree as is looked at here. */
type Node = {
  type: string;
  value?: string;
  url?: string;
  label?: string | null;
  referenceType?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
};

const REFERENCES = ['linkReference', 'imageReference'];

/**
 * A remark plugin. Without footnotes, Markdown takes the text of one for the address of a link, which is never seen. Here
 * both the mark and the text stay the words that they were.
 */
function footnotesAsText() {
  return (tree: Node, file: { toString: () => string }): void => {
    const source = file.toString();
    const sourceOf = ({ position }: Node): string =>
      source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
    const convert = (node: Node): Node[] => {
      const { type, label, children } = node;
      if (children !== undefined) node.children = children.flatMap(convert);
      if (!label?.startsWith('^')) return [node];
      if (type === 'definition')
        return [{ type: 'paragraph', children: [{ type: 'text', value: sourceOf(node) }] }];
      if (!REFERENCES.includes(type)) return [node];
      if (node.referenceType !== 'full' || node.children === undefined)
        return [{ type: 'text', value: sourceOf(node) }];
      return [{ type: 'text', value: '[' }, ...node.children, { type: 'text', value: `][${label}]` }];
    };
    convert(tree);
  };
}

/**
 * What stays text as it was written: HTML, since nothing a model writes is markup, and footnotes, whose marks would lead
 * to the feet of other answers.
 */
const DISABLED_CONSTRUCTS = [
  'htmlFlow',
  'htmlText',
  'gfmFootnoteCall',
  'gfmFootnoteDefinition',
  'gfmPotentialFootnoteCall',
];

type SyntaxData = { micromarkExtensions?: object[] | undefined };

/** A remark plugin; comes after `remark-gfm`. */
function disableSyntax(this: { data: () => object }): void {
  const data: SyntaxData = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: DISABLED_CONSTRUCTS } },
  ];
}

const remarkPlugins = [
  [remarkGfm, { singleTilde: false }],
  disableSyntax,
  footnotesAsText,
  markCitations,
] satisfies Parameters<typeof Markdown>[0]['remarkPlugins'];

const rehypePlugins = [paragraphLines];

const ALLOWED_ELEMENTS = [
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del br hr a img input',
  'table thead tbody tr th td span',
].flatMap((names) => names.split(' '));

type MarkdownBlockProps = {
  source: string;
  language: string | undefined;
  code: string | undefined;
  level: number | undefined;
};

/** Read again only when its own text changes. */
const MarkdownBlock = memo(function OneBlock({ source, language, code, level }: MarkdownBlockProps) {
  if (code !== undefined) return <CodeBlock language={language ?? ''} text={code} />;
  return (
    <div dir={lineDirection(source) ?? 'auto'}>
      <Markdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        components={markdownComponents(level)}
        allowedElements={ALLOWED_ELEMENTS}
        urlTransform={safeUrl}
      >
        {source}
      </Markdown>
    </div>
  );
});

const blockKey = (index: number, { code, level }: Block) => `${index}${code ? 'c' : (level ?? '')}`;

/**
 * Markdown that a model or a person wrote, shown as text with form: no HTML, nothing fetched, links only to the web and to
 * mail, and numbers that cite passages marked as leading nowhere. Its headings begin at h3. A text that grows costs what its last block costs.
 */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  return (
    <Box sx={proseStyles}>
      {blocks.map((block, index) => (
        <MarkdownBlock
          key={blockKey(index, block)}
          source={block.source}
          language={block.code?.language}
          code={block.code?.text}
          level={block.level}
        />
      ))}
    </Box>
  );
}
