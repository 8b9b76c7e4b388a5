import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { recentVersions } from '#contract/operations/versions.ts';
import type { PublishedVersion } from '#contract/versions.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { TimeZoneProvider, useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useCauseText } from '#src/ui/version/use-cause-text.ts';

const REFETCH_INTERVAL_MS = 30_000;
/** Changes that are shown at first. */
const FIRST_ITEMS = 5;

function ChangeItem({ change }: { change: PublishedVersion }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const causeText = useCauseText();
  const { knowledgeId, title, number, base, causes, publishedOn, passages, passagesBefore } = change;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        paddingBlock: 1.25,
        '& + &': { borderBlockStart: 1, borderColor: 'line.soft' },
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <TextLink to={paths.unit(knowledgeId)} color="inherit">
            <BidiText>{title}</BidiText>
          </TextLink>
        </Typography>
        <SmallText tone="secondary">
          {causes.map((cause, index) => (
            <BidiText key={index}>
              {index === 0 ? '' : ' · '}
              {causeText(cause, base)}
            </BidiText>
          ))}
          {' · '}
          <time dateTime={publishedOn}>{formats.moment(publishedOn)}</time>
          {passagesBefore === null || passagesBefore === passages ? null : (
            <>
              {' · '}
              {t('recent.passages', { before: passagesBefore, after: passages })}
            </>
          )}
        </SmallText>
      </Box>
      <LinkButton
        size="small"
        variant="outlined"
        to={paths.unitVersion(knowledgeId, number)}
        aria-label={t('recent.openNamed', { number, title })}
      >
        {t('open')}
      </LinkButton>
    </Box>
  );
}

/** Versions published since Monday, with their causes and names; nothing in a week without versions. */
export function ChangesSection() {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { bot: botId } = useConnection();
  const enabled = useCanUse(recentVersions);
  const [limit, setLimit] = useState(FIRST_ITEMS);
  const changes = useRead(
    recentVersions,
    { params: { botId }, query: { limit } },
    { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS, placeholderData: keepPreviousData },
  ).data;
  if (!changes || changes.total === 0) return null;
  return (
    <Section
      heading={t('recent.question')}
      statement={t('recent.since', { day: formats.day(changes.since) })}
      sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      <TimeZoneProvider zone={changes.zone}>
        <PlainList aria-label={t('recent.question')}>
          {changes.items.map((change) => (
            <ChangeItem key={`${change.knowledgeId} ${change.number}`} change={change} />
          ))}
        </PlainList>
      </TimeZoneProvider>
      {changes.total > changes.items.length && limit < PAGE_LIMITS.max ? (
        <Button color="secondary" onClick={() => setLimit(PAGE_LIMITS.max)}>
          {t('recent.more')}
        </Button>
      ) : null}
    </Section>
  );
}
