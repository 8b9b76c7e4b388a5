import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup } from '#contract/synonyms.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { useHistoryPath } from '#src/history/use-history-path.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { ExpressionChips } from './expression-chips.tsx';
import { GroupForm } from './group-form.tsx';

export type OpenPart = 'edit' | 'effect';

export type GroupRowProps = {
  group: SynonymGroup;
  open: OpenPart | undefined;
  mayEdit: boolean;
  mayMeasure: boolean;
  questions: string;
  onQuestions: (text: string) => void;
  onOpen: (part: OpenPart | undefined) => void;
  onSaved: () => void;
  onRemove: () => void;
};

/** A group; changing it or looking at its effect opens below it. */
export function GroupRow(props: GroupRowProps) {
  const { group, open, mayEdit, mayMeasure, questions, onQuestions, onOpen, onSaved, onRemove } = props;
  const { t } = useTranslation(['synonyms', 'terms']);
  const history = useHistoryPath({ kind: 'synonyms', subject: group.id });
  const formats = useFormats();
  const opener = useRef<HTMLButtonElement>(null);
  const first = group.expressions[0] ?? '';
  const close = () => {
    onOpen(undefined);
    opener.current?.focus();
  };
  const toggle = (part: OpenPart) => onOpen(open === part ? undefined : part);
  return (
    <Box
      component="li"
      sx={{
        paddingBlock: 1.5,
        paddingInline: { xs: 0, md: 1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: open === undefined ? undefined : 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <ExpressionChips expressions={group.expressions} />
          <Typography component="div" variant="body2" sx={{ color: 'text.tertiary', marginBlockStart: 0.5 }}>
            {group.note === '' ? null : (
              <>
                <BidiText>{group.note}</BidiText>
                {' · '}
              </>
            )}
            {t('changed', { when: formats.moment(group.modifiedOn) })}
            {history === undefined ? null : (
              <>
                {' · '}
                <TextLink to={history} underline="always" aria-label={t('terms:historyOf', { name: first })}>
                  {t('terms:history')}
                </TextLink>
              </>
            )}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', gap: 0.5, marginInlineStart: { xs: -1.25, sm: 0 } }}>
          {mayMeasure ? (
            <Button
              size="small"
              aria-expanded={open === 'effect'}
              aria-label={t('effectNamed', { first })}
              onClick={() => toggle('effect')}
            >
              {t('effect')}
            </Button>
          ) : null}
          {mayEdit ? (
            <>
              <Button
                ref={opener}
                size="small"
                aria-expanded={open === 'edit'}
                aria-label={t('editNamed', { first })}
                onClick={() => toggle('edit')}
              >
                {t('edit')}
              </Button>
              <Button
                size="small"
                aria-label={t('removeNamed', { first })}
                onClick={onRemove}
                sx={{ color: 'brick.ink' }}
              >
                {t('remove')}
              </Button>
            </>
          ) : null}
        </Box>
      </Box>
      {open === 'edit' ? (
        <GroupForm
          group={group}
          mayMeasure={mayMeasure}
          questions={questions}
          onQuestions={onQuestions}
          onSaved={onSaved}
          onCancel={close}
        />
      ) : open === 'effect' ? (
        <Box sx={{ paddingBlock: 2 }}>
          <EffectPanel
            expressions={group.expressions}
            groupId={group.id}
            questions={questions}
            onQuestions={onQuestions}
          />
        </Box>
      ) : null}
    </Box>
  );
}
