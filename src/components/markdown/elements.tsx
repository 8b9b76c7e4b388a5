import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import SquareCheck from 'lucide-react/icons/square-check';
import Square from 'lucide-react/icons/square';
import type { ReactNode } from 'react';
import { Children, isValidElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Components } from 'react-markdown';
import { CodeBlock } from './code-block.tsx';
import { safeAddress } from './safe-address.ts';

const RANKS = ['h3', 'h4', 'h5', 'h6'] as const;

function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const address = safeAddress(href ?? '');
  if (address === '') return children;
  return (
    <Link
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={address}
      underline="always"
      sx={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Link>
  );
}

/** Nothing is fetched for an answer: whoever serves a picture would learn who reads it, and when. */
function NamedPicture({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  const { t } = useTranslation('common');
  const label = alt?.trim() ? t('markdown.pictureOf', { name: alt }) : t('markdown.picture');
  return <SafeLink href={src}>{label}</SafeLink>;
}

function TaskMark({ done }: { done: boolean }) {
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

function WideTable({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    // A table wider than the page is walked through with the keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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

function textIn(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  return Children.toArray(node.props.children).map(textIn).join('');
}

/** Code within a list, where fences are read by the parser. */
function InnerCode({ children }: { children?: ReactNode }) {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string }>(child));
  const name = isValidElement<{ className?: string }>(code) ? (code.props.className ?? '') : '';
  const language = /language-(\S+)/u.exec(name)?.[1] ?? '';
  return <CodeBlock language={language} text={textIn(code).replace(/\n$/u, '')} />;
}

const elements: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <NamedPicture src={typeof src === 'string' ? src : ''} alt={alt} />,
  input: ({ checked }) => <TaskMark done={checked === true} />,
  table: ({ children }) => <WideTable>{children}</WideTable>,
  th: ({ children }) => <th scope="col">{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  pre: ({ children }) => <InnerCode>{children}</InnerCode>,
  code: ({ className, children }) => (
    <code dir="ltr" className={className}>
      {children}
    </code>
  ),
};

/** How elements are shown where the block is a heading of a rank; within lists and quotations headings are bold lines. */
function elementsOfRank(rank: number | undefined): Components {
  const heading = ({ children }: { children?: ReactNode }) => {
    if (rank === undefined)
      return (
        <p>
          <strong>{children}</strong>
        </p>
      );
    const Rank = RANKS[Math.min(rank, RANKS.length - 1)] ?? 'h6';
    return <Rank>{children}</Rank>;
  };
  return { ...elements, h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading };
}

const plain = elementsOfRank(undefined);
const ranked = RANKS.map((_, rank) => elementsOfRank(rank));

export function elementsFor(rank: number | undefined): Components {
  return rank === undefined ? plain : (ranked[Math.min(rank, ranked.length - 1)] ?? plain);
}
