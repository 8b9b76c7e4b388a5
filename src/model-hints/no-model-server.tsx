import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose } from '#contract/models.ts';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import { ModelExample } from './model-example.tsx';

type NoModelServerProps = {
  purpose: ModelPurpose;
  /** The heading's level within the page. */
  level?: 'h2' | 'h3';
};

/** Where a page needs a model server that the bot does not have: what to set, or whom to ask. */
export function NoModelServer({ purpose, level = 'h2' }: NoModelServerProps) {
  const { t } = useTranslation('models');
  const offered = useOffers('setModel') === true;
  const may = useMay('setModel') === true;
  const ours = [t(`hint.${purpose}.fits`), t(`hint.${purpose}.give`)];
  const words = [
    t(`hint.${purpose}.without`),
    ...(offered && may ? ours : [t(offered ? 'hint.ask' : 'hint.foreign')]),
  ];
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1.5, paddingBlock: 3, maxWidth: 640 }}>
      <Typography variant="h2" component={level}>
        {t(`hint.${purpose}.title`)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{words.join(' ')}</Typography>
      {offered && may ? (
        <>
          <ModelExample purpose={purpose} />
          <LinkButton variant="outlined" to={paths.modelServers(purpose)}>
            {t('hint.open')}
          </LinkButton>
        </>
      ) : null}
    </Box>
  );
}
