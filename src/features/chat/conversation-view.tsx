import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import ArrowDown from 'virtual:lucide/arrow-down';
import { fieldUse } from '#src/api/client/compose-request.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { useEscape } from '#src/ui/use-escape.ts';
import { Notice } from '#src/ui/notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { paths } from '#src/paths.ts';
import { CHAT_LIMITS, IMAGE_LIMITS } from '#contract/limits.ts';
import type { Estimate } from '#src/ui/quota/estimate-answer.ts';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { Composer } from './composer/composer.tsx';
import { HistoryNote } from './composer/history-note.tsx';
import { type AnswerVersion, siblingsOf, type Turn, visibleVersion } from './conversations/conversation.ts';
import { TurnView } from './turns/turn-view.tsx';
import type { Chat, Undo } from './use-chat.ts';
import { useDraft } from './composer/use-draft.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import { useTurnActions } from './turns/use-turn-actions.ts';
import type { ChatSettings } from './chat-settings.ts';
import { buildHistory } from './chat-request.ts';

type UndoNoticeProps = { undo: Undo; onUndo: () => void; onDismiss: () => void };

/** The last deletion, and its undo for as long as the page is mounted. */
function UndoNotice({ undo, onUndo, onDismiss }: UndoNoticeProps) {
  const { t } = useTranslation('chat');
  return (
    <Notice
      severity="info"
      title={t(`undo.${undo.kind}`, { count: undo.before.length })}
      onDismiss={onDismiss}
      action={
        <Button size="small" variant="outlined" onClick={onUndo}>
          {t('undo.takeBack')}
        </Button>
      }
    />
  );
}

/** Announces that an answer has begun and how it ended, not its words. */
function AnswerAnnouncer({ version }: { version: AnswerVersion | undefined }) {
  const { t } = useTranslation('chat');
  const [mountedAt] = useState(() => Date.now());
  const announcement = () => {
    // An answer that is older than the page is not announced.
    if (version === undefined || version.begun < mountedAt) return '';
    if (version.status !== 'writing') return t(`announce.${version.status}`);
    return version.text === '' ? '' : t('announce.begun');
  };
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {announcement()}
    </div>
  );
}

/** Tokens of an answer, before the conversation has one. */
const DEFAULT_ANSWER_TOKENS = 250;
/** Tokens of the style's instruction, and of the markers around each message. */
const STYLE_PROMPT_TOKENS = 120;
const TOKENS_PER_MESSAGE = 8;

type ChatEstimateInput = {
  message: string;
  images: number;
  path: readonly Turn[];
  /** Whether earlier messages are sent again. */
  withHistory: boolean;
  settings: ChatSettings;
};

/** What the typed message may cost; undefined while it is empty. Earlier messages that are sent again cost again. */
function useChatEstimate(input: ChatEstimateInput): Estimate | undefined {
  const { message, images, path, withHistory, settings } = input;
  const isForeign = useCapabilities() === null;
  const historyTokens = useMemo(
    () =>
      buildHistory(withHistory ? path : []).reduce(
        (sum, { Content }) => sum + estimateTokens(Content) + TOKENS_PER_MESSAGE,
        0,
      ),
    [path, withHistory],
  );
  const typicalAnswer = useMemo(() => {
    const answers = path.flatMap((turn) => {
      const version = visibleVersion(turn);
      return version?.status === 'done' ? [estimateTokens(version.text)] : [];
    });
    // How long answers of another gateway are is known from its answers alone.
    if (answers.length === 0) return isForeign ? undefined : DEFAULT_ANSWER_TOKENS;
    return Math.round(answers.reduce((sum, tokens) => sum + tokens, 0) / answers.length);
  }, [path, isForeign]);
  if (typicalAnswer === undefined || (message.trim() === '' && images === 0)) return undefined;
  const maxOutput = settings.MaxTokens ?? CHAT_LIMITS.MaxTokens.default;
  const inputTokens =
    historyTokens + estimateTokens(message.trim()) + images * IMAGE_LIMITS.tokens + TOKENS_PER_MESSAGE;
  return {
    expected: inputTokens + Math.min(maxOutput, typicalAnswer),
    // How long an answer another gateway allows, and what its style adds, is not known.
    max: isForeign ? null : inputTokens + STYLE_PROMPT_TOKENS + maxOutput,
  };
}

/** Introduces the page, before the first message. */
function ChatStart() {
  const { t } = useTranslation('chat');
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: '62ch', paddingBlockEnd: 2 }}>
      <Typography variant="statement" component="p">
        {t('start.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {t('start.message')}{' '}
        <TextLink to={paths.playground()} underline="always">
          {t('start.ground')}
        </TextLink>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('start.keys')}
      </Typography>
    </Box>
  );
}

const column = { width: '100%', maxWidth: 800, marginInline: 'auto', paddingInline: pagePadding } as const;

/** One conversation, and the next message of it. */
export function ConversationView({ chat, id }: { chat: Chat; id: string | undefined }) {
  const { t } = useTranslation('chat');
  const { conversation, path, running, settings, undo } = chat;
  const modelAvailable = useModelAvailable('chat');
  const takesImages = useIsSupported('multimodalChat') === true;
  const recipient = useRecipient();
  const draft = useDraft(id);
  const [editing, setEditing] = useState<string>();
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const { scroller, content, isScrolledUp, scrollToBottom } = useStickToBottom(id);
  const focusComposer = () => inputRef.current?.focus();
  const actions = useTurnActions({ chat, onEdit: setEditing, onDone: focusComposer });
  const estimate = useChatEstimate({
    message: draft.message,
    images: draft.images.length,
    path,
    withHistory: fieldUse(recipient, 'ChatHistory') !== 'unsent',
    settings,
  });
  const canAsk = modelAvailable !== false && !running;

  // The focus was on the deleted turn or on the notice's button: it moves to the composer.
  const previousUndo = useRef(undo);
  useEffect(() => {
    if (previousUndo.current !== undo) inputRef.current?.focus();
    previousUndo.current = undo;
  }, [undo]);

  useEscape(running, () => {
    chat.stop();
    focusComposer();
  });

  const { getRootProps, isDragActive } = useDropzone({
    disabled: !takesImages || modelAvailable === false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => void draft.addFiles([...accepted, ...rejected.map(({ file }) => file)]),
  });
  const send = () => {
    chat.send({ message: draft.message, images: draft.images });
    draft.clear();
    scrollToBottom();
    focusComposer();
  };
  const last = path.at(-1);

  return (
    <Box
      // Where no images are taken only the dropping is off, not what lies within: the field would be announced as unavailable.
      {...getRootProps({ role: 'presentation', 'aria-disabled': undefined })}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        outline: isDragActive ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
        outlineOffset: -8,
      }}
    >
      <AnswerAnnouncer version={last && visibleVersion(last)} />
      <Box ref={scroller} sx={{ flex: 1, minHeight: 0, position: 'relative', overflowY: 'auto' }}>
        <Box ref={content} sx={{ ...column, paddingBlock: 3 }}>
          {modelAvailable === false ? <NoModelServer purpose="chat" /> : null}
          {path.length === 0 && modelAvailable !== false ? <ChatStart /> : null}
          <PlainList as="ol" aria-label={t('conversation')} sx={{ display: 'grid', gap: 4 }}>
            {path.map((turn, index) => {
              const siblings = conversation === undefined ? [turn] : siblingsOf(conversation, turn);
              return (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  position={index + 1}
                  index={siblings.indexOf(turn)}
                  count={siblings.length}
                  failure={chat.failures.get(visibleVersion(turn)?.id ?? '')}
                  editing={editing === turn.id}
                  canAsk={canAsk && (takesImages || turn.images.length === 0)}
                  actions={actions}
                />
              );
            })}
          </PlainList>
        </Box>
      </Box>
      <Box sx={{ paddingBlockEnd: { xs: 1, md: 2 } }}>
        <Box sx={{ ...column, display: 'grid', gap: 1 }}>
          {isScrolledUp ? (
            <Button
              size="small"
              variant="outlined"
              startIcon={<ArrowDown size={16} />}
              onClick={scrollToBottom}
              sx={{ justifySelf: 'center' }}
            >
              {t('toEnd')}
            </Button>
          ) : null}
          {undo === undefined ? null : (
            <UndoNotice undo={undo} onUndo={chat.undoDelete} onDismiss={chat.dismissUndo} />
          )}
          {chat.trouble === 'full' ? (
            <Notice severity="warning" title={t('trouble.full.title')}>
              {t('trouble.full.text')}
            </Notice>
          ) : null}
          {modelAvailable === false ? null : (
            <div>
              <Composer
                draft={draft}
                settings={settings}
                running={running}
                allowImages={takesImages}
                inputRef={inputRef}
                onSettings={chat.change}
                onSend={send}
                onStop={() => {
                  chat.stop();
                  focusComposer();
                }}
                onEditLast={() => {
                  if (last !== undefined && canAsk) setEditing(last.id);
                }}
              />
              <CostEstimate ledger="text" estimate={estimate} />
              <HistoryNote recipient={recipient} />
            </div>
          )}
        </Box>
      </Box>
    </Box>
  );
}
