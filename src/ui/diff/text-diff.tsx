import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, lineDirection } from '#common/text-direction.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { nodeDirection } from '#src/ui/node-direction.ts';
import { type DiffPart, diffText } from './diff-text.ts';

const MARKS = {
  added: { tag: 'ins', bgcolor: 'leaf.wash', color: 'leaf.ink', textDecoration: 'underline' },
  removed: { tag: 'del', bgcolor: 'brick.wash', color: 'brick.ink', textDecoration: 'line-through' },
} as const;

/**
 * Words that one text has and the other has not: said, underlined or struck out, and coloured. The direction is theirs
 * alone: the hidden word before them is of the language of the page.
 */
function Part({ kind, text }: DiffPart) {
  const { t } = useTranslation('history');
  if (kind === 'same') return text;
  const { tag, ...style } = MARKS[kind];
  const words = text.trimEnd();
  return (
    <>
      <Box
        component={tag}
        dir={nodeDirection(words)}
        sx={{ ...style, unicodeBidi: 'isolate', borderRadius: 0.5, paddingInline: '2px' }}
      >
        <bdi className="visually-hidden">{t(`diff.${kind}`)} </bdi>
        {words}
      </Box>
      {text.slice(words.length)}
    </>
  );
}

/** The direction of a line, said: browsers look for the first letter outside of isolates, and a new line is one isolate. */
function diffDirection(line: readonly DiffPart[]): 'ltr' | 'rtl' | undefined {
  const text = line.map((part) => part.text).join('');
  const direction = lineDirection(text);
  if (direction !== 'auto') return direction;
  return /\p{sc=Arabic}/u.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * Two texts in one, a line an element with its own direction; every piece that differs is isolated. Texts with little in
 * common stand side by side.
 */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('history');
  const lines = useMemo(() => diffText(before, after), [before, after]);
  if (lines === undefined)
    return (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}>
        {[
          { label: t('diff.before'), text: before },
          { label: t('diff.after'), text: after },
        ].map(({ label, text }) => (
          <Box key={label} role="group" aria-label={label}>
            <Typography variant="subtitle2" component="div">
              {label}
            </Typography>
            <WrittenText text={text} />
          </Box>
        ))}
      </Box>
    );
  return (
    <Typography
      component="div"
      dir={directionOf(after)}
      sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '75ch' }}
    >
      {lines.map((line, index) => (
        <Box key={index} component="bdi" dir={diffDirection(line)} sx={{ display: 'block' }}>
          {line.map((part, position) => (
            <Part key={position} {...part} />
          ))}
        </Box>
      ))}
    </Typography>
  );
}
