import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { paths } from '#src/paths.ts';
import { FieldsTable } from './fields-table.tsx';
import { useAuditWords } from './use-audit-words.ts';
import type { ZoneTimes } from './use-zone-times.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: { xs: 'grid', sm: 'contents' } }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** All that is known of a change: its fields before and after, who, when, from where, and what else belongs to it. */
export function EntryDetails({ id, entry, times }: { id: string; entry: AuditEntry; times: ZoneTimes }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { actor, address, requestId, subject, outcome } = entry;
  return (
    <Box
      id={id}
      role="region"
      aria-label={t('details.title', { id: entry.id })}
      sx={{ display: 'grid', gap: 2, paddingBlock: 2, minWidth: 0 }}
    >
      {outcome === 'done' ? (
        <FieldsTable entry={entry} times={times} />
      ) : (
        <Typography>{t('unknown.text')}</Typography>
      )}
      <Box
        component="dl"
        sx={{
          margin: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'max-content minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: 0.75,
        }}
      >
        <Fact label={t('details.when')}>
          <time dateTime={entry.on}>{times.full(entry.on)}</time>
        </Fact>
        <Fact label={t('details.who')}>
          <BidiText>{words.actor(actor)}</BidiText>
        </Fact>
        {address === '' ? null : (
          <Fact label={t('details.address')}>
            <MonoText>{address}</MonoText>
          </Fact>
        )}
        {requestId === '' ? null : (
          <Fact label={t('details.request')}>
            <MonoText>{requestId}</MonoText> <CopyButton text={requestId} label={t('details.copyRequest')} />
          </Fact>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {subject.id === '' ? null : (
          <LinkButton
            size="small"
            variant="outlined"
            to={paths.audit({ kind: subject.kind, subject: subject.id })}
          >
            {t('details.history')}
          </LinkButton>
        )}
        {actor.keyId === '' ? null : (
          <LinkButton size="small" variant="outlined" to={paths.audit({ key: actor.keyId })}>
            {t('details.sameKey')}
          </LinkButton>
        )}
        {requestId === '' ? null : (
          <LinkButton size="small" variant="outlined" to={paths.audit({ request: requestId })}>
            {t('details.sameRequest')}
          </LinkButton>
        )}
      </Box>
    </Box>
  );
}
