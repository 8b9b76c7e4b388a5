import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import ImagePlus from 'lucide-react/icons/image-plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_LIMIT } from '#contract/limits.ts';
import { typedDirection } from '#src/components/typed-direction.ts';
import type { ChatSettings } from './chat-settings.ts';
import { ImageProblems } from './image-problems.tsx';
import { ImageStrip } from './image-strip.tsx';
import { IMAGE_TYPES } from './read-images.ts';
import { SettingChips } from './setting-chips.tsx';
import { SettingsDrawer } from './settings-drawer.tsx';
import { StyleMenu } from './style-menu.tsx';
import type { Draft } from './use-draft.ts';

type ComposerProps = {
  draft: Draft;
  settings: ChatSettings;
  running: boolean;
  /** Whether the gateway takes images. */
  images: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onSettings: (change: Partial<ChatSettings>) => void;
  onSend: () => void;
  onStop: () => void;
  onEditLast: () => void;
};

/** The next message, its images, and how it shall be answered. */
export function Composer(props: ComposerProps) {
  const { draft, settings, running, images, field, onSettings, onSend, onStop, onEditLast } = props;
  const { t } = useTranslation('chat');
  const [drawer, setDrawer] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { message } = draft;
  const over = message.trim().length - MESSAGE_LIMIT;
  const ready = message.trim() !== '' && over <= 0;

  const pressed = (event: KeyboardEvent) => {
    // Enter that ends the composition of a word sends nothing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowUp' && message === '') {
      event.preventDefault();
      onEditLast();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (ready && !running) onSend();
  };
  const pasted = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (!images || files.length === 0) return;
    event.preventDefault();
    void draft.addFiles(files);
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('composer.label')}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !running) onSend();
      }}
      sx={{
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-within': {
          borderColor: 'primary.main',
          boxShadow: (theme) => `0 0 0 1px ${theme.palette.primary.main}`,
        },
      }}
    >
      {draft.images.length === 0 ? null : (
        <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
          <ImageStrip images={draft.images} onRemove={draft.removeImage} />
          <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
            {t('images.once')}
          </Typography>
        </Box>
      )}
      <ImageProblems problems={draft.problems} onDismiss={draft.forgetProblems} />
      <InputBase
        value={message}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={pressed}
        onPaste={pasted}
        multiline
        maxRows={8}
        fullWidth
        autoFocus
        inputRef={field}
        placeholder={t('composer.placeholder')}
        inputProps={{ 'aria-label': t('composer.message'), dir: typedDirection(message) }}
        sx={{
          typography: 'body1',
          '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
          paddingInline: 2,
          paddingBlock: 1.5,
          '& textarea:focus-visible': { outline: 'none' },
        }}
      />
      {over > 0 ? (
        <Typography role="status" variant="body2" sx={{ paddingInline: 2, color: 'brick.ink' }}>
          {t('composer.tooLong', { count: over, most: MESSAGE_LIMIT })}
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, padding: 1 }}>
        {images ? (
          <>
            <input
              ref={chooser}
              type="file"
              hidden
              multiple
              accept={IMAGE_TYPES.join(',')}
              aria-label={t('images.choose')}
              onChange={(event) => {
                void draft.addFiles([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            <Tooltip title={t('images.choose')} describeChild={false}>
              <IconButton
                size="small"
                aria-label={t('images.choose')}
                onClick={() => chooser.current?.click()}
              >
                <ImagePlus size={18} />
              </IconButton>
            </Tooltip>
          </>
        ) : null}
        <StyleMenu style={settings.style} onChange={(style) => onSettings({ style })} />
        <Tooltip title={t('settings.title')} describeChild={false}>
          <IconButton
            size="small"
            aria-label={t('settings.title')}
            aria-haspopup="dialog"
            onClick={() => setDrawer(true)}
          >
            <SlidersHorizontal size={18} />
          </IconButton>
        </Tooltip>
        <SettingChips settings={settings} onChange={onSettings} />
        <Box sx={{ marginInlineStart: 'auto' }}>
          {running ? (
            <Button variant="outlined" size="small" startIcon={<Square size={14} />} onClick={onStop}>
              {t('stop')}
            </Button>
          ) : (
            <Button
              type="submit"
              size="small"
              variant="contained"
              disabled={!ready}
              endIcon={<SendHorizontal size={16} />}
            >
              {t('send')}
            </Button>
          )}
        </Box>
      </Box>
      <SettingsDrawer
        open={drawer}
        settings={settings}
        onChange={onSettings}
        onClose={() => setDrawer(false)}
      />
    </Box>
  );
}
