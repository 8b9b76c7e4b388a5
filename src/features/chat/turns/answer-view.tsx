import ExternalLink from 'virtual:lucide/external-link';
import RefreshCw from 'virtual:lucide/refresh-cw';
import Terminal from 'virtual:lucide/terminal';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DEFAULT_CHAT_SETTINGS } from '#src/features/chat/chat-settings.ts';
import {
  type AnswerVersion,
  modeOf,
  type Turn,
  visibleVersion,
} from '#src/features/chat/conversations/conversation.ts';
import type { Formats } from '#src/i18n/formats.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { FigureLine } from '#src/ui/answer/figure-line.tsx';
import { TypingCursor } from '#src/ui/answer/typing-cursor.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { PlannedRepeat } from '#src/ui/fault/use-repeat-countdown.ts';
import { WholeRemedy } from '#src/ui/fault/whole-remedy.tsx';
import { IconAction, IconLink } from '#src/ui/icon-action.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { hasCitationMarks } from '#src/ui/markdown/citation-marks.ts';
import { MarkdownText } from '#src/ui/markdown/markdown-text.tsx';
import { QuietNote } from '#src/ui/quiet-note.tsx';
import { useCopy } from '#src/ui/use-copy.ts';
import { KnowledgeAnswer } from './knowledge-answer.tsx';
import { VersionPager } from './version-pager.tsx';

function answerFigures(
  version: AnswerVersion,
  t: TFunction<['chat', 'spending']>,
  formats: Formats,
): string[] {
  const { status, tokens, estimated, firstAfter, endedAfter, settings, dropped = 0 } = version;
  const figures: string[] = [];
  if (status === 'stopped') figures.push(t('status.stopped'));
  if (status === 'cut') figures.push(t('status.cut'));
  if (tokens !== undefined) {
    const amount = t('spending:amount.text', { count: tokens });
    figures.push(estimated === true ? t('figures.estimated', { amount }) : amount);
  }
  if (modeOf(version) === 'model' && settings.streamed && firstAfter !== undefined)
    figures.push(t('figures.first', { time: formats.duration(firstAfter) }));
  if (endedAfter !== undefined) figures.push(t('figures.whole', { time: formats.duration(endedAfter) }));
  if (modeOf(version) === 'model' && settings.style !== DEFAULT_CHAT_SETTINGS.style)
    figures.push(t(`style.name.${settings.style}`));
  if (dropped > 0) figures.push(t('figures.dropped', { count: dropped }));
  if (version.alone === true) figures.push(t('figures.alone'));
  figures.push(t(`mode.${modeOf(version)}`));
  return figures;
}

/** Cost, duration and outcome of an answer. */
function AnswerFigures({ version }: { version: AnswerVersion }) {
  const { t } = useTranslation(['chat', 'spending']);
  const formats = useFormats();
  if (version.status === 'writing') return null;
  return (
    <FigureLine figures={answerFigures(version, t, formats)}>
      {version.model === undefined ? null : <bdi>{version.model}</bdi>}
    </FigureLine>
  );
}

type AnswerMenuProps = { curl: () => string; onDelete: () => void };

/** Rare actions on an answer. */
function AnswerMenu({ curl, onDelete }: AnswerMenuProps) {
  const { t } = useTranslation('chat');
  const { status, copy } = useCopy();
  return (
    <>
      <ActionMenu
        label={t('answer.more')}
        actions={[
          {
            label: t('answer.copyRequest'),
            icon: <Terminal size={18} />,
            onSelect: () => void copy(curl()),
          },
          { label: t('answer.delete'), icon: <Trash2 size={18} />, destructive: true, onSelect: onDelete },
        ]}
      />
      <Typography variant="body2" component="span" role="status" sx={{ color: 'text.tertiary' }}>
        {status}
      </Typography>
    </>
  );
}

type AnswerViewProps = {
  turn: Turn;
  error: unknown;
  planned: PlannedRepeat | undefined;
  /** Absent where nothing can be asked. */
  onRegenerate: (() => void) | undefined;
  onShow: (versionId: string) => void;
  onDelete: () => void;
  onSearchAll: () => void;
  onRephrase: () => void;
  /** Absent where no model can be asked. */
  onAskModel: (() => void) | undefined;
  curl: () => string;
};

function AnswerActions(props: AnswerViewProps & { version: AnswerVersion }) {
  const { turn, version, onRegenerate, onShow, onDelete, curl } = props;
  const { t } = useTranslation('chat');
  const { text } = version;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', marginInlineStart: -0.75 }}>
      <VersionPager
        index={turn.versions.indexOf(version)}
        count={turn.versions.length}
        label={t('version.answers')}
        onShow={(next) => onShow(turn.versions[next]?.id ?? version.id)}
      />
      {text === '' ? null : <CopyButton text={text} label={t('answer.copy')} />}
      {onRegenerate === undefined ? null : (
        <IconAction label={t('answer.regenerate')} onClick={onRegenerate}>
          <RefreshCw size={18} />
        </IconAction>
      )}
      {version.run?.kept === 'kept' && version.requestId !== undefined ? (
        <IconLink label={t('knowledge.openRun')} to={paths.run(version.requestId)}>
          <ExternalLink size={18} />
        </IconLink>
      ) : null}
      <AnswerMenu curl={curl} onDelete={onDelete} />
    </Box>
  );
}

/** Beside the marks of citations that lead to no source. */
function UnsourcedNote({ question }: { question: string }) {
  const { t } = useTranslation('chat');
  return (
    <Typography variant="body2" sx={{ color: 'saffron.ink' }}>
      {t('answer.unsourced')}{' '}
      <TextLink to={paths.playground({ question })} underline="always">
        {t('answer.askWithSources')}
      </TextLink>
    </Typography>
  );
}

/** The growing answer, its figures and its actions. */
export function AnswerView(props: AnswerViewProps) {
  const { turn, error, planned, onRegenerate } = props;
  const { t } = useTranslation('chat');
  const version = visibleVersion(turn);
  if (version === undefined) return null;
  const { text, status, run } = version;
  const isStreaming = status === 'writing';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }} aria-busy={isStreaming}>
      {run !== undefined ? (
        <KnowledgeAnswer
          key={version.id}
          version={{ ...version, run }}
          error={error}
          onAskAgain={onRegenerate}
          onSearchAll={props.onSearchAll}
          onRephrase={props.onRephrase}
          onAskModel={props.onAskModel}
        />
      ) : text === '' ? null : (
        <Typography variant="reading" component="div">
          <MarkdownText text={text} />
        </Typography>
      )}
      {isStreaming && text === '' ? (
        <Typography sx={{ color: 'text.tertiary' }}>
          <TypingCursor /> {t(run === undefined ? 'status.waiting' : 'knowledge.searching')}
        </Typography>
      ) : null}
      {isStreaming || run !== undefined || !hasCitationMarks(text) ? null : (
        <UnsourcedNote question={turn.message} />
      )}
      <QuietNote running={isStreaming} news={`${version.id} ${text.length}`} begun={text !== ''} />
      {status === 'done' && text === '' ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('status.empty')}</Typography>
      ) : null}
      {status === 'failed' && error === undefined ? (
        <Typography sx={{ color: 'brick.ink' }}>{t('status.failed')}</Typography>
      ) : null}
      {error === undefined || isStreaming ? null : (
        <FaultNotice
          error={error}
          onRetry={onRegenerate}
          planned={planned}
          remedies={
            <WholeRemedy
              error={error}
              stream={run === undefined ? 'streamChat' : 'streamAnswer'}
              onAsk={onRegenerate}
            />
          }
        />
      )}
      <AnswerFigures version={version} />
      {isStreaming ? null : <AnswerActions {...props} version={version} />}
    </Box>
  );
}
