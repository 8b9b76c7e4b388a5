import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/alerts.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';

const LOOKS = {
  waiting: { Icon: Clock, colour: 'text.tertiary' },
  delivered: { Icon: CircleCheck, colour: 'leaf.fill' },
  'given-up': { Icon: CircleX, colour: 'brick.fill' },
} as const;

type DeliveryRowProps = { delivery: Delivery; mayResend: boolean; busy: boolean; onAgain: () => void };

/** A message: to whom, of what, how often it was tried and how that went. */
export function DeliveryRow({ delivery, mayResend, busy, onAgain }: DeliveryRowProps) {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const why = useDeliveryWords()(delivery);
  const { state, event, attempts, status, createdOn, nextOn, webhookName: name } = delivery;
  const { Icon, colour } = LOOKS[state];
  const when = formats.moment(createdOn);
  const facts = [
    ...(attempts === 0 ? [] : [t('deliveries.attempts', { count: attempts })]),
    ...(status === null ? [] : [t('deliveries.status', { status: String(status) })]),
    ...(state === 'waiting' && nextOn !== null
      ? [t('deliveries.next', { when: formats.moment(nextOn) })]
      : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '152px minmax(0, 1fr) auto' },
        paddingBlock: 1.25,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box sx={{ gridColumn: { xs: 1, md: 'auto' } }}>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" aria-hidden sx={{ display: 'flex', color: colour }}>
            <Icon size={16} />
          </Box>
          {t(`deliveries.state.${state}`)}
        </Box>
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, minWidth: 0 }}>
        <div>
          {t(`deliveries.event.${event}`)} · <BidiText>{name}</BidiText>
        </div>
        {why === undefined ? null : (
          <Typography component="div" variant="body2" sx={{ color: 'brick.ink' }}>
            {why}
          </Typography>
        )}
        <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
          {[when, ...facts].join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 1, md: 'auto' }, minHeight: 32 }}>
        {mayResend && state !== 'waiting' ? (
          <Button
            size="small"
            loading={busy}
            aria-label={t('deliveries.againNamed', { name, when })}
            onClick={onAgain}
          >
            {t('deliveries.again')}
          </Button>
        ) : null}
      </Box>
    </Box>
  );
}
