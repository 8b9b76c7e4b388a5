import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose } from '#contract/models.ts';
import { useHasPermission, useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ModelServerCommand } from './model-server-command.tsx';

type NoModelServerProps = {
  purpose: ModelPurpose;
  /** The heading's level within the page. */
  level?: 'h2' | 'h3';
};

/** Where a page needs a model server that the bot does not have: what to set, or whom to ask. */
export function NoModelServer({ purpose, level = 'h2' }: NoModelServerProps) {
  const { t } = useTranslation('models');
  const supported = useIsSupported('setModel') === true;
  const permitted = useHasPermission('manageModels') === true;
  const setupHints = [t(`hint.${purpose}.fits`), t(`hint.${purpose}.give`)];
  const sentences = [
    t(`hint.${purpose}.without`),
    ...(supported && permitted ? setupHints : [t(supported ? 'hint.ask' : 'hint.foreign')]),
  ];
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1.5, paddingBlock: 3, maxWidth: 640 }}>
      <Typography variant="h2" component={level}>
        {t(`hint.${purpose}.title`)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{sentences.join(' ')}</Typography>
      {supported && permitted ? (
        <>
          <LinkButton variant="outlined" to={paths.modelServers(purpose)}>
            {t('hint.open')}
          </LinkButton>
          <Box component="details" sx={{ width: '100%' }}>
            <Box component="summary" sx={{ cursor: 'pointer', color: 'teal.ink', width: 'fit-content' }}>
              {t('hint.command')}
            </Box>
            <Box sx={{ marginBlockStart: 1 }}>
              <ModelServerCommand purpose={purpose} />
            </Box>
          </Box>
        </>
      ) : null}
    </Box>
  );
}
