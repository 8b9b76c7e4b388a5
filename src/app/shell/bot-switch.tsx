import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Check from 'lucide-react/icons/check';
import Box from '@mui/material/Box';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { BidiText } from '#src/components/bidi-text.tsx';
import { OneLine } from '#src/components/one-line.tsx';
import { useShellState } from '../shell-state.ts';
import { placeForBot } from './place-for-bot.ts';
import { takeFocusBack, wantFocusBack } from './return-focus.ts';

// Fetched when it is first needed: few have more bots than a menu holds.
const BotSearch = lazy(async () => ({ default: (await import('./bot-search.tsx')).BotSearch }));

/** From so many on, bots are searched rather than read. */
const MANY = 9;

/** The bot that is open, and the way to the others; with one bot only its name. */
export function BotSwitch() {
  const { t } = useTranslation('shell');
  const { connection, bots = [], chooseBot } = useShellState();
  const navigate = useNavigate();
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const current = connection?.bot ?? '';
  const name = bots.find(({ id }) => String(id) === current)?.name ?? t('bot', { bot: current });
  const others = bots.filter(({ id }) => String(id) !== current);
  const several = others.length > 0;
  useEffect(() => {
    if (!several) return;
    // Whoever has gone on meanwhile is left where they are.
    if (takeFocusBack() && document.activeElement === document.body) button.current?.focus();
  }, [several]);
  if (!several)
    return (
      <Box sx={{ color: 'text.secondary', minWidth: 0, display: { xs: 'none', sm: 'block' }, maxWidth: 176 }}>
        <OneLine title={name}>{name}</OneLine>
      </Box>
    );
  const choose = (id: number) => {
    setOpen(false);
    if (String(id) === current) return;
    wantFocusBack();
    // The page goes first, so that nothing of the old one is asked of the new bot.
    void navigate(placeForBot(location));
    chooseBot?.(id);
  };
  const many = bots.length >= MANY;
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
        sx={{ color: 'text.secondary', fontWeight: 400, minWidth: 0, maxWidth: { xs: 168, md: 208 } }}
      >
        <OneLine title={name}>{name}</OneLine>
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
