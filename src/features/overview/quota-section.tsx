import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConnection, useConsumption, useGateway } from '#src/api/gateway-context.tsx';
import { Meter } from '#src/components/meter.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { Section } from '#src/components/section.tsx';

const ATTENTION = 0.8;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        paddingBlock: 0.75,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        typography: 'body2',
      }}
    >
      <dt>{name}</dt>
      <Box component="dd" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
        {value}
      </Box>
    </Box>
  );
}

/** Will the quota last? What is used and left of each ledger, as the newest response reported it. */
export function QuotaSection() {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const gateway = useGateway();
  const connection = useConnection();
  const usage = useQuery({
    queryKey: ['usage', connection.id],
    queryFn: () => gateway.usage.now(),
    refetchInterval: 30_000,
  }).data;
  const reported = useConsumption();
  const ledgers = usage?.ledgers ?? [];
  const text = ledgers.find(({ ledger }) => ledger === 'text') ?? (reported && { ...reported, reserved: 0 });
  if (text === undefined) {
    return (
      <Section id="quota" heading={t('quota.question')} statement={t('quota.unknown')}>
        {null}
      </Section>
    );
  }
  const { used, total, reserved } = text;
  const left = Math.max(0, total - used - reserved);
  const share = total > 0 ? used / total : 1;
  const rest = ledgers.filter(({ ledger, total: limit }) => ledger !== 'text' && limit > 0);
  return (
    <Section
      id="quota"
      heading={t('quota.question')}
      statement={left > 0 ? t('quota.left', { share: formats.percent(left / total, 1) }) : t('quota.over')}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 8,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Meter
          value={share}
          height={8}
          tick={ATTENTION}
          tone={share >= 1 ? 'brick' : share >= ATTENTION ? 'saffron' : 'teal'}
          label={t('quota.meter')}
          valueText={t('quota.tokens', { used, total })}
        />
        <Box component="dl" sx={{ margin: 0, marginBlockStart: { md: -1.5 } }}>
          <Figure name={t('quota.used')} value={t('quota.tokens', { used, total })} />
          <Figure name={t('quota.leftRow')} value={t('quota.tokensOnly', { amount: left })} />
          {reserved > 0 ? (
            <Figure name={t('quota.reserved')} value={t('quota.tokensOnly', { amount: reserved })} />
          ) : null}
          {rest.map((ledger) =>
            ledger.ledger === 'speech' ? (
              <Figure key="speech" name={t('quota.speech')} value={t('quota.characters', ledger)} />
            ) : (
              <Figure key="audio" name={t('quota.audio')} value={t('quota.seconds', ledger)} />
            ),
          )}
        </Box>
      </Box>
    </Section>
  );
}
