import Alerts from 'virtual:lucide/bell';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useShellState } from './shell-state-context.ts';

const countedStyle = {
  position: 'relative',
  color: 'saffron.ink',
  // Drawn, not written: the label says the number in words.
  '&::after': {
    content: 'attr(data-count)',
    position: 'absolute',
    top: 2,
    insetInlineEnd: 2,
    minWidth: 16,
    paddingInline: '4px',
    borderRadius: '8px',
    bgcolor: 'saffron.wash',
    border: 1,
    borderColor: 'saffron.fill',
    color: 'saffron.ink',
    fontSize: 11,
    lineHeight: '14px',
    fontWeight: 600,
    textAlign: 'center',
  },
} as const;

/** The number of active alerts of all bots of the key, absent without any; a new one is announced to assistive technology. */
export function AlertBadge() {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const { alerts } = useShellState();
  const announcedIds = useRef<ReadonlySet<string>>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const announceNew = useEffectEvent(() => {
    if (alerts === undefined) return;
    const announced = announcedIds.current;
    const newAlerts = announced === undefined ? [] : alerts.items.filter(({ id }) => !announced.has(id));
    announcedIds.current = new Set(alerts.items.map(({ id }) => id));
    if (newAlerts.length > 0)
      setAnnouncement(newAlerts.map(({ sentence }) => t('alertFired', { sentence })).join('. '));
  });
  const ids = alerts?.items.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids !== undefined) announceNew();
  }, [ids]);
  const count = alerts?.total ?? 0;
  const label = t('alertCount', { count });
  return (
    <>
      {count === 0 ? null : (
        <Tooltip title={label}>
          <IconButton
            component={Link}
            to={paths.alerts()}
            aria-label={label}
            data-count={formats.number(count)}
            sx={countedStyle}
          >
            <Alerts size={20} />
          </IconButton>
        </Tooltip>
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}
