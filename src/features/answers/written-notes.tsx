import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import PenLine from 'lucide-react/icons/pen-line';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import type { Run } from './run.ts';
import { wordWhy } from './written-words.ts';

type FallbackNoticeProps = { fallback: string; onAskModel: (() => void) | undefined };

/** Why a quotation stands in for what the model should have written, and another try. */
export function FallbackNotice({ fallback, onAskModel }: FallbackNoticeProps) {
  const { t } = useTranslation('playground');
  return (
    <Notice
      severity="warning"
      title={t('written.fallback.title')}
      action={
        onAskModel === undefined ? undefined : (
          <Button variant="outlined" size="small" onClick={onAskModel}>
            {t('written.fallback.again')}
          </Button>
        )
      }
    >
      {t('written.fallback.message', { why: wordWhy(fallback, t) })}
    </Notice>
  );
}

/** What was searched, where only earlier questions explain what was asked. */
export function SearchedAs({ search }: { search: string }) {
  const { t } = useTranslation('playground');
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('written.search')} <BidiText>{search}</BidiText>
    </Typography>
  );
}

function Swatch({ standing }: { standing: 'weak' | 'unsupported' }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={({ palette }) => ({
        marginInlineEnd: 0.75,
        textDecorationLine: 'underline',
        textDecorationStyle: standing === 'weak' ? 'dashed' : 'wavy',
        textDecorationThickness: '1px',
        textDecorationColor: palette[standing === 'weak' ? 'saffron' : 'brick'].fill,
        whiteSpace: 'pre',
      })}
    >
      {'\u00a0'.repeat(6)}
    </Box>
  );
}

/** Who wrote the answer, how many of its sentences the documents support, and what the lines under the others mean. */
export function WrittenNotes({ run: { model, sentences, answer, phase } }: { run: Run }) {
  const { t } = useTranslation('playground');
  const telling = sentences.filter(({ standing }) => standing !== 'plain');
  const supported = telling.filter(({ standing }) => standing === 'supported').length;
  // Sentences are judged once they are whole: the last words of an answer that broke off are not.
  const unjudged =
    (phase === 'failed' || phase === 'stopped') && answer.slice(sentences.at(-1)?.to ?? 0).trim() !== '';
  const marked = (['weak', 'unsupported'] as const).filter((one) =>
    telling.some(({ standing }) => standing === one),
  );
  return (
    <Box sx={{ display: 'grid', gap: 0.5, color: 'text.secondary' }}>
      <Typography
        variant="body2"
        component="div"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
      >
        {model === null ? null : (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
            <PenLine size={16} aria-hidden />
            {t('written.by')} <MonoText truncate>{model}</MonoText>
          </Box>
        )}
        {telling.length === 0 ? null : (
          <span>
            {supported === telling.length
              ? t('written.all', { count: supported })
              : supported === 0
                ? t('written.nothing', { count: telling.length })
                : t('written.some', { supported, total: telling.length })}
          </span>
        )}
        {unjudged ? <span>{t('written.unjudged')}</span> : null}
        {marked.map((standing) => (
          <span key={standing}>
            <Swatch standing={standing} />
            {t(`written.standing.${standing}`)}
          </span>
        ))}
      </Typography>
      {marked.length === 0 ? null : (
        <Typography variant="caption" sx={{ color: 'text.tertiary', maxWidth: '70ch' }}>
          {t('written.hint')}
        </Typography>
      )}
    </Box>
  );
}
