import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { BadRequest, Forbidden, PaymentRequired } from '#src/api/errors.ts';
import { CopyButton } from '#src/components/copy-button.tsx';
import { MarkdownText } from '#src/components/markdown/markdown-text.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { AnswerFigures } from './answer-figures.tsx';
import { AnswerMenu } from './answer-menu.tsx';
import type { Turn } from './conversation.ts';
import { shownVersion } from './conversation.ts';
import { Pager } from './pager.tsx';

/** A request that was refused for what it says is refused again. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof BadRequest || error instanceof PaymentRequired || error instanceof Forbidden);
}

const blink = keyframes({ '50%': { opacity: 0.2 } });

type AnswerViewProps = {
  turn: Turn;
  error: unknown;
  /** Absent where nothing can be asked. */
  onRegenerate: (() => void) | undefined;
  onShow: (versionId: string) => void;
  onDelete: () => void;
  curl: () => string;
};

function Thinking() {
  const { t } = useTranslation('chat');
  return (
    <Typography sx={{ color: 'text.tertiary', display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: '1.1em',
          bgcolor: 'primary.main',
          animation: `${blink} 1s steps(2) infinite`,
        }}
      />
      {t('standing.waiting')}
    </Typography>
  );
}

/** An answer as it grows, what it cost, and what to do with it. */
export function AnswerView({ turn, error, onRegenerate, onShow, onDelete, curl }: AnswerViewProps) {
  const { t } = useTranslation('chat');
  const version = shownVersion(turn);
  if (version === undefined) return null;
  const { text, standing } = version;
  const writing = standing === 'writing';
  const at = turn.versions.indexOf(version);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }} aria-busy={writing}>
      {text === '' ? null : (
        <Typography variant="reading" component="div">
          <MarkdownText text={text} />
        </Typography>
      )}
      {writing && text === '' ? <Thinking /> : null}
      {standing === 'done' && text === '' ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('standing.empty')}</Typography>
      ) : null}
      {standing === 'failed' && error === undefined ? (
        <Typography sx={{ color: 'brick.ink' }}>{t('standing.failed')}</Typography>
      ) : null}
      {error === undefined || writing ? null : (
        <FaultNotice error={error} onRetry={mayHelp(error) ? onRegenerate : undefined} />
      )}
      <AnswerFigures version={version} />
      {writing ? null : (
        <Box sx={{ display: 'flex', alignItems: 'center', marginInlineStart: -0.75 }}>
          <Pager
            at={at}
            of={turn.versions.length}
            label={t('version.answers')}
            onShow={(next) => onShow(turn.versions[next]?.id ?? version.id)}
          />
          {text === '' ? null : <CopyButton text={text} label={t('answer.copy')} />}
          {onRegenerate === undefined ? null : (
            <Tooltip title={t('answer.regenerate')} describeChild={false}>
              <IconButton size="small" aria-label={t('answer.regenerate')} onClick={onRegenerate}>
                <RefreshCw size={18} />
              </IconButton>
            </Tooltip>
          )}
          <AnswerMenu curl={curl} onDelete={onDelete} />
        </Box>
      )}
    </Box>
  );
}
