import Square from 'virtual:lucide/square';
import SquareCheck from 'virtual:lucide/square-check';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Children, isValidElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Components } from 'react-markdown';
import { CodeBlock } from './code-block.tsx';
import { safeUrl } from './safe-url.ts';

const HEADING_TAGS = ['h3', 'h4', 'h5', 'h6'] as const;

function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const url = safeUrl(href ?? '');
  if (url === '') return children;
  return (
    <Link
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={url}
      underline="always"
      sx={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Link>
  );
}

/** Answers load no pictures: a picture's server would learn who reads the answer, and when. */
function ImageLink({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  const { t } = useTranslation('common');
  const label = alt?.trim() ? t('markdown.pictureOf', { name: alt }) : t('markdown.picture');
  return <SafeLink href={src}>{label}</SafeLink>;
}

function TaskCheckbox({ done }: { done: boolean }) {
  const { t } = useTranslation('common');
  const Icon = done ? SquareCheck : Square;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', verticalAlign: 'text-bottom', marginInlineEnd: 0.75 }}
    >
      <Icon size={18} role="img" aria-label={t(done ? 'markdown.done' : 'markdown.open')} />
    </Box>
  );
}

function ScrollableTable({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    // A table wider than the page is walked through with the keys.
    <Box
      role="group"
      aria-label={t('markdown.table')}
      tabIndex={0}
      sx={{ overflowX: 'auto', maxWidth: '100%' }}
    >
      <table>{children}</table>
    </Box>
  );
}

function textContent(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  return Children.toArray(node.props.children).map(textContent).join('');
}

/** Code within a list, where fences are read by the parser. */
function NestedCodeBlock({ children }: { children?: ReactNode }) {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string }>(child));
  const name = isValidElement<{ className?: string }>(code) ? (code.props.className ?? '') : '';
  const language = /language-(\S+)/u.exec(name)?.[1] ?? '';
  return <CodeBlock language={language} text={textContent(code).replace(/\n$/u, '')} />;
}

const baseComponents: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : ''} alt={alt} />,
  input: ({ checked }) => <TaskCheckbox done={checked === true} />,
  table: ({ children }) => <ScrollableTable>{children}</ScrollableTable>,
  th: ({ children }) => <th scope="col">{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  pre: ({ children }) => <NestedCodeBlock>{children}</NestedCodeBlock>,
  code: ({ className, children }) => (
    <code dir="ltr" className={className}>
      {children}
    </code>
  ),
};

/** How elements are shown where the block is a heading of a rank; within lists and quotations headings are bold lines. */
function componentsForLevel(level: number | undefined): Components {
  const heading = ({ children }: { children?: ReactNode }) => {
    if (level === undefined)
      return (
        <p>
          <strong>{children}</strong>
        </p>
      );
    const HeadingTag = HEADING_TAGS[Math.min(level, HEADING_TAGS.length - 1)] ?? 'h6';
    return <HeadingTag>{children}</HeadingTag>;
  };
  return { ...baseComponents, h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading };
}

const plain = componentsForLevel(undefined);
const byLevel = HEADING_TAGS.map((_, level) => componentsForLevel(level));

export function markdownComponents(level: number | undefined): Components {
  return level === undefined ? plain : (byLevel[Math.min(level, byLevel.length - 1)] ?? plain);
}
