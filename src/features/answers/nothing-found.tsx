import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { useAllowed, useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { asTyped, listTyped } from './explained-words.ts';
import { isAbsent } from './term-chips.tsx';

type NothingFoundProps = {
  explanation: Explanation;
  onRephrase: () => void;
  onChooseUnits: () => void;
};

/** Why nothing was answered, in figures and words, and what a person can do about it. */
export function NothingFound({ explanation, onRephrase, onChooseUnits }: NothingFoundProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const synonyms = useCan('addSynonyms');
  const mayAdd = useAllowed('registerUnit');
  const { kind, support, leastSupport } = explanation.answer;
  const absent = explanation.terms.filter(isAbsent);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {support === null || kind === 'quoted' ? null : (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('nothing.refused', {
            support: formats.percent(Math.min(support, leastSupport - 0.01)),
            least: formats.percent(leastSupport),
          })}
        </Typography>
      )}
      {absent.length === 0 ? null : (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('nothing.absent', {
            count: absent.length,
            words: listTyped(explanation, absent, { t, formats }),
          })}
        </Typography>
      )}
      <Box role="group" aria-label={t('nothing.next')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" onClick={onRephrase}>
          {t('nothing.rephrase')}
        </Button>
        {synonyms ? (
          <LinkButton
            variant="outlined"
            size="small"
            to={paths.synonyms(absent[0] === undefined ? {} : { add: asTyped(explanation, absent[0]) })}
          >
            {t('nothing.synonyms')}
          </LinkButton>
        ) : null}
        <Button variant="outlined" size="small" onClick={onChooseUnits}>
          {t('nothing.units')}
        </Button>
        {mayAdd ? (
          <LinkButton variant="outlined" size="small" to={paths.addKnowledge()}>
            {t('nothing.add')}
          </LinkButton>
        ) : null}
      </Box>
    </Box>
  );
}
