import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { BotFacts } from './bot-facts.tsx';
import { BotForm } from './bot-form.tsx';
import { BotMenu } from './bot-menu.tsx';
import { StateLine } from './state-line.tsx';
import { stateOf } from './state-of.ts';

type BotRowProps = {
  bot: Bot;
  current: boolean;
  /** Whether the key may change bots at all. */
  mayChange: boolean;
  /** Whether its settings are open. */
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onSaved: (bot: Bot) => void;
  onOpen: () => void;
  onArchive: () => void;
  onRestore: () => void;
  onDelete: () => void;
};

/** A bot: its state, what it knows, what it is granted; its settings open below. */
export function BotRow(props: BotRowProps) {
  const { bot, current, mayChange, editing, onEdit, onSaved, onOpen, onArchive, onRestore, onDelete } = props;
  const { t } = useTranslation(['bots', 'common']);
  const opener = useRef<HTMLButtonElement>(null);
  const { name } = bot;
  const state = stateOf(bot);
  const manages = mayChange && bot.manageable;
  return (
    <Box
      component="li"
      sx={{
        paddingBlock: 2,
        paddingInline: { xs: 0, md: 1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: editing ? 'background.paper' : undefined,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 1,
          alignItems: 'start',
          gridTemplateColumns: { md: 'minmax(0, 4fr) minmax(0, 5fr) auto' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
            <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <BidiText>{name}</BidiText>
            </Box>
            {current ? (
              <Box component="span" sx={{ typography: 'body2', color: 'leaf.ink', fontWeight: 600 }}>
                {t('current')}
              </Box>
            ) : null}
          </Box>
          <Typography component="div" variant="body2">
            {t('number', { id: String(bot.id) })} · {t('common:units', { count: bot.units })}
          </Typography>
          <StateLine bot={bot} />
        </Box>
        <BotFacts bot={bot} />
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            marginInlineStart: { xs: -1.25, md: 0 },
            minWidth: { md: 216 },
            justifyContent: { md: 'flex-end' },
          }}
        >
          {state === 'binned' || current ? null : (
            <Button size="small" aria-label={t('action.openNamed', { name })} onClick={onOpen}>
              {t('action.open')}
            </Button>
          )}
          {manages && state === 'active' ? (
            <Button
              ref={opener}
              size="small"
              aria-expanded={editing}
              aria-label={t('action.settingsNamed', { name })}
              onClick={() => onEdit(!editing)}
            >
              {t('action.settings')}
            </Button>
          ) : null}
          {manages && state !== 'active' ? (
            <Button size="small" aria-label={t('action.restoreNamed', { name })} onClick={onRestore}>
              {t('action.restore')}
            </Button>
          ) : null}
          {manages ? <BotMenu bot={bot} onArchive={onArchive} onDelete={onDelete} /> : null}
        </Box>
      </Box>
      {editing ? (
        <BotForm
          bot={bot}
          onSaved={onSaved}
          onCancel={() => {
            onEdit(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </Box>
  );
}
