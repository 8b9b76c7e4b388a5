import Check from 'virtual:lucide/check';
import ChevronsUpDown from 'virtual:lucide/chevrons-up-down';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { MAIN_CONTENT_ID } from './main-content.ts';
import { useShellState } from './shell-state-context.ts';
import { useBotSwitch } from './use-bot-switch.ts';

/** The frame is remounted for each bot; after a switch the focus returns to the switcher. */
let shouldRestore = false;

function requestFocusRestore(): void {
  shouldRestore = true;
}

/** True once after each request. */
function consumeFocusRestore(): boolean {
  const requested = shouldRestore;
  shouldRestore = false;
  return requested;
}

// Fetched when it is first needed: few have more bots than a menu holds.
const BotSearch = lazy(async () => ({ default: (await import('./bot-search-dialog.tsx')).BotSearchDialog }));

/** From so many on, bots are searched rather than read. */
const SEARCH_THRESHOLD = 9;

/** Name of the open bot and a menu of the others; the name alone with one bot. */
export function BotSwitcher() {
  const { t } = useTranslation('shell');
  const botName = useBotName();
  const { connection, bots: listedBots = [] } = useShellState();
  const switchTo = useBotSwitch();
  const bots = listedBots.map((bot) => ({ id: bot.id, name: botName(bot) }));
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const current = connection?.bot ?? '';
  const name = bots.find(({ id }) => String(id) === current)?.name ?? t('bot', { bot: current });
  const others = bots.filter(({ id }) => String(id) !== current);
  const hasOthers = others.length > 0;
  useEffect(() => {
    if (!hasOthers) return;
    // Focus that a person has moved stays.
    const isUnmoved = [document.body, document.getElementById(MAIN_CONTENT_ID)].includes(
      document.activeElement as HTMLElement,
    );
    if (consumeFocusRestore() && isUnmoved) button.current?.focus();
  }, [hasOthers]);
  if (connection === undefined) return null;
  if (!hasOthers)
    return (
      <Box sx={{ minWidth: 0, maxWidth: 320 }}>
        <TruncatedText title={name} sx={{ fontWeight: 600 }}>
          {name}
        </TruncatedText>
      </Box>
    );
  const choose = (id: number) => {
    setOpen(false);
    if (String(id) === current) return;
    requestFocusRestore();
    switchTo(id);
  };
  const many = bots.length >= SEARCH_THRESHOLD;
  return (
    <>
      <Button
        ref={button}
        size="small"
        aria-label={t('switchBot', { name })}
        aria-haspopup={many ? 'dialog' : 'menu'}
        aria-expanded={open}
        aria-controls={open && !many ? menuId : undefined}
        onClick={() => setOpen(true)}
        endIcon={<ChevronsUpDown size={16} />}
        sx={{ color: 'text.primary', fontWeight: 600, minWidth: 0, maxWidth: 320, marginInlineStart: -1 }}
      >
        <TruncatedText title={name}>{name}</TruncatedText>
      </Button>
      {many ? (
        <Suspense>
          {open ? (
            <BotSearch
              bots={bots}
              current={current}
              onChoose={choose}
              onClose={() => {
                setOpen(false);
                button.current?.focus();
              }}
            />
          ) : null}
        </Suspense>
      ) : (
        <Menu
          id={menuId}
          anchorEl={() => button.current}
          open={open}
          onClose={() => setOpen(false)}
          slotProps={{ list: { 'aria-label': t('botList') } }}
        >
          {bots.map((bot) => {
            const chosen = String(bot.id) === current;
            return (
              <MenuItem
                key={bot.id}
                role="menuitemradio"
                aria-checked={chosen}
                selected={chosen}
                onClick={() => choose(bot.id)}
                sx={{ gap: 1.5, maxWidth: 320 }}
              >
                <Box component="span" aria-hidden sx={{ width: 18, display: 'flex', color: 'teal.ink' }}>
                  {chosen ? <Check size={18} /> : null}
                </Box>
                <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  <BidiText>{bot.name}</BidiText>
                </Box>
              </MenuItem>
            );
          })}
        </Menu>
      )}
    </>
  );
}
