import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { RecordName, RecordRow } from '#src/components/record-row.tsx';
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
    <RecordRow
      parts={[4, 5]}
      open={editing}
      what={
        <>
          <RecordName name={name} current={current ? t('current') : undefined} />
          <Typography component="div" variant="body2">
            {t('number', { id: String(bot.id) })} · {t('common:units', { count: bot.units })}
          </Typography>
          <StateLine bot={bot} />
        </>
      }
      facts={<BotFacts bot={bot} />}
      actions={
        <>
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
        </>
      }
    >
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
    </RecordRow>
  );
}
