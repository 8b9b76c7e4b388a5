import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { Conflict } from '#src/api/errors.ts';
import { useGateway } from '#src/api/gateway-context.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { BotFields } from './bot-fields.tsx';
import { useBotForm } from './use-bot-form.ts';
import { useSaveBot } from './use-bots.ts';

type BotFormProps = {
  /** Without it a new bot is made. */
  bot?: Bot;
  onSaved: (bot: Bot) => void;
  onCancel: () => void;
};

/** A refusal because somebody else was quicker; other conflicts say themselves what stands in the way. */
const isStale = (error: unknown) =>
  error instanceof Conflict && (error.fault === undefined || error.fault === 'stale-bot');

const PAGE = 100;

/** Settings of a bot in place. What somebody else changed meanwhile is offered, and nothing entered is lost. */
export function BotForm({ bot, onSaved, onCancel }: BotFormProps) {
  const { t } = useTranslation(['bots', 'common']);
  const { bots } = useGateway();
  const form = useBotForm(bot);
  const save = useSaveBot();
  /** The version that was last looked at here, which saving replaces. */
  const [base, setBase] = useState(bot);
  const [theirs, setTheirs] = useState<Bot>();

  const readTheirs = async (id: number) => {
    for (let offset = 0; ; offset += PAGE) {
      // oxlint-disable-next-line no-await-in-loop
      const list = await bots.list({ offset, limit: PAGE }).catch(() => null);
      const found = list?.items.find((one) => one.id === id);
      if (found) setTheirs(found);
      if (found || list === null || offset + PAGE >= list.total) return;
    }
  };
  const submit = (over = base) =>
    form.submit((value) =>
      save.mutate(
        { bot: over, value },
        {
          onSuccess: onSaved,
          onError: (error) => {
            if (isStale(error) && over !== undefined) void readTheirs(over.id);
          },
        },
      ),
    );
  const settle = (change: () => void) => {
    save.reset();
    setBase(theirs);
    setTheirs(undefined);
    change();
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={bot === undefined ? t('form.new') : t('action.settingsNamed', { name: bot.name })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
      }}
      sx={{ display: 'grid', gap: 3, maxWidth: 720, paddingBlock: 2.5 }}
    >
      {bot === undefined ? (
        <Typography variant="h3" component="h2">
          {t('form.new')}
        </Typography>
      ) : null}
      <BotFields form={form} isNew={bot === undefined} />
      {theirs !== undefined && isStale(save.error) ? (
        <Notice
          severity="warning"
          title={t('form.stale')}
          action={
            <>
              <Button size="small" variant="outlined" onClick={() => settle(() => submit(theirs))}>
                {t('form.keepMine')}
              </Button>
              <Button size="small" variant="outlined" onClick={() => settle(() => form.reset(theirs))}>
                {t('form.takeTheirs')}
              </Button>
            </>
          }
        >
          {t('form.staleText')}
        </Notice>
      ) : save.error ? (
        <FaultNotice error={save.error} onDismiss={save.reset} />
      ) : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={save.isPending}>
          {t(bot === undefined ? 'form.submit' : 'form.save')}
        </Button>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </Box>
    </Box>
  );
}
