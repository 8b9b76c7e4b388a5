import ChevronDown from 'virtual:lucide/chevron-down';
import ImagePlus from 'virtual:lucide/image-plus';
import SendHorizontal from 'virtual:lucide/send-horizontal';
import SlidersHorizontal from 'virtual:lucide/sliders-horizontal';
import Square from 'virtual:lucide/square';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { CHAT_MODES, type ChatMode } from '#src/features/chat/chat-mode.ts';
import {
  type ChatSettings,
  changedSettings,
  DEFAULT_CHAT_SETTINGS,
  PROMPT_STYLES,
  type PromptStyle,
} from '#src/features/chat/chat-settings.ts';
import { ImageStrip } from '#src/features/chat/turns/image-strip.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PromptForm } from '#src/ui/prompt-form.tsx';
import { SettingChip } from '#src/ui/setting-field.tsx';
import { SwapSlot } from '#src/ui/swap-slot.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import { statusCodeOf } from '#src/ui/unit/resolve-unit-status.ts';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { ChatSettingsDrawer } from './chat-settings-drawer.tsx';
import { type DraftControls, IMAGE_TYPES, type ImageProblem } from './use-draft.ts';

type StyleMenuProps = { style: PromptStyle; onChange: (style: PromptStyle) => void };

/** The writing style of the bot: each by its name and its effect. */
function StyleMenu({ style, onChange }: StyleMenuProps) {
  const { t } = useTranslation('chat');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="secondary"
        endIcon={<ChevronDown size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontWeight: 400 }}
      >
        {t('style.chosen', { style: t(`style.name.${style}`) })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('style.label') } }}
      >
        {PROMPT_STYLES.map((option) => (
          <MenuItem
            key={option}
            role="menuitemradio"
            aria-checked={option === style}
            selected={option === style}
            onClick={() => {
              setAnchor(null);
              onChange(option);
            }}
          >
            <Box sx={{ maxWidth: 360, whiteSpace: 'normal' }}>
              <Box sx={{ fontWeight: option === style ? 600 : 400 }}>{t(`style.name.${option}`)}</Box>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`style.does.${option}`)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

type SettingChipsProps = { settings: ChatSettings; onChange: (change: Partial<ChatSettings>) => void };

/** Settings that are not left to the server, each with its reset. */
function SettingChips({ settings, onChange }: SettingChipsProps) {
  const { t } = useTranslation('chat');
  const formats = useFormats();
  return changedSettings(settings).map((name) => {
    const label = t(`settings.names.${name}`);
    const value = settings[name];
    return (
      <SettingChip
        key={name}
        label={label}
        value={typeof value === 'number' ? formats.number(value) : t('settings.delivery.whole')}
        resetLabel={t('settings.resetOne', { name: label })}
        onReset={() => onChange({ [name]: DEFAULT_CHAT_SETTINGS[name] })}
      />
    );
  });
}

type ImageProblemsProps = { problems: readonly ImageProblem[]; onDismiss: () => void };

/** Files that were not attached, and why. */
function ImageProblems({ problems, onDismiss }: ImageProblemsProps) {
  const { t } = useTranslation('chat');
  const formats = useFormats();
  if (problems.length === 0) return null;
  const values = { max: formats.bytes(IMAGE_LIMITS.bytes), count: IMAGE_LIMITS.count };
  return (
    <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
      <Notice severity="warning" title={t('images.leftOut')} onDismiss={onDismiss}>
        {problems.map(({ name, reason }, index) => (
          <div key={`${index} ${name}`}>{t(`images.why.${reason}`, { ...values, name })}</div>
        ))}
      </Notice>
    </Box>
  );
}

type ModeControls = {
  mode: ChatMode;
  /** False where the bot has no model to ask alone. */
  hasModel: boolean;
  /** The most characters of a message. */
  limit: number;
  onMode: (mode: ChatMode) => void;
};

/** Titles of the units to ask; none: all. */
function UnitChoice({ settings, onChange }: SettingChipsProps) {
  const { t } = useTranslation('playground');
  const { announced, connection } = useRecipient();
  // Of another gateway all units are named only where their status is known.
  const namesAll = announced || statusCodeOf('ready', null, connection) !== undefined;
  const names = settings.names ?? [];
  const units = useUnitsByName(names);
  return (
    <Box sx={{ paddingInline: 1.5 }}>
      <IndexPicker names={names} units={units} onChange={(next) => onChange({ names: next })} />
      {names.length > 0 ? null : (
        <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
          {t(namesAll ? 'units.none' : 'units.noneForeign')}
        </Typography>
      )}
    </Box>
  );
}

type ComposerProps = ModeControls & {
  draft: DraftControls;
  settings: ChatSettings;
  running: boolean;
  /** Whether the gateway takes images. */
  allowImages: boolean;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onSettings: (change: Partial<ChatSettings>) => void;
  onSend: () => void;
  onStop: () => void;
  onEditLast: () => void;
};

/** The form for the next message, its images and settings. */
export function Composer(props: ComposerProps) {
  const { draft, settings, running, allowImages, inputRef, onSettings, onSend, onStop, onEditLast } = props;
  const { mode, hasModel, limit, onMode } = props;
  const { t } = useTranslation('chat');
  const [drawerOpen, setDrawerOpen] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const { message } = draft;
  const excess = message.trim().length - limit;
  const isModel = mode === 'model';
  const hasUnsentImages = !isModel && draft.images.length > 0;
  const canSend = message.trim() !== '' && excess <= 0 && !hasUnsentImages;

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (!allowImages || !isModel || files.length === 0) return;
    event.preventDefault();
    void draft.addFiles(files);
  };
  return (
    <PromptForm
      label={t('composer.label')}
      inputLabel={t('composer.message')}
      value={message}
      canSubmit={canSend && !running}
      onChange={draft.setMessage}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' || message !== '') return;
        event.preventDefault();
        onEditLast();
      }}
      onSubmit={onSend}
      before={
        <>
          {draft.images.length === 0 ? null : (
            <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
              <ImageStrip images={draft.images} onRemove={draft.removeImage} />
              <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
                {t(hasUnsentImages ? 'images.modelOnly' : 'images.once')}
              </Typography>
            </Box>
          )}
          <ImageProblems problems={draft.problems} onDismiss={draft.dismissProblems} />
        </>
      }
      input={{ autoFocus: true, inputRef, placeholder: t(`composer.placeholder.${mode}`), onPaste }}
      inputSx={{ typography: 'body1' }}
    >
      {excess > 0 ? (
        <Typography role="status" variant="body2" sx={{ paddingInline: 2, color: 'brick.ink' }}>
          {t('composer.tooLong', { count: excess, max: limit })}
        </Typography>
      ) : null}
      {isModel ? null : <UnitChoice settings={settings} onChange={onSettings} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, padding: 1 }}>
        <ToggleChoice
          label={t('mode.label')}
          value={mode}
          options={CHAT_MODES.map((value) => ({
            value,
            label: t(`mode.${value}`),
            disabled: value === 'model' && !hasModel,
          }))}
          onChange={onMode}
        />
        {allowImages ? (
          <>
            <input
              ref={fileInput}
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
            <IconAction
              label={t(isModel ? 'images.choose' : 'images.chooseModelOnly')}
              disabled={!isModel}
              onClick={() => fileInput.current?.click()}
            >
              <ImagePlus size={18} />
            </IconAction>
          </>
        ) : null}
        {isModel ? (
          <>
            <StyleMenu style={settings.style} onChange={(style) => onSettings({ style })} />
            <IconAction
              label={t('settings.title')}
              aria-haspopup="dialog"
              onClick={() => setDrawerOpen(true)}
            >
              <SlidersHorizontal size={18} />
            </IconAction>
            <SettingChips settings={settings} onChange={onSettings} />
          </>
        ) : null}
        <SwapSlot
          shown={running ? 'second' : 'first'}
          first={
            <Button
              type="submit"
              size="small"
              variant="contained"
              disabled={running || !canSend}
              endIcon={<SendHorizontal size={16} />}
            >
              {t('send')}
            </Button>
          }
          second={
            <Button variant="outlined" size="small" startIcon={<Square size={14} />} onClick={onStop}>
              {t('stop')}
            </Button>
          }
        />
      </Box>
      <ChatSettingsDrawer
        open={drawerOpen}
        settings={settings}
        onChange={onSettings}
        onClose={() => setDrawerOpen(false)}
      />
    </PromptForm>
  );
}
