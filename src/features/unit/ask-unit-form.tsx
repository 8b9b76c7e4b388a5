import Send from 'virtual:lucide/send';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { stickToFoot } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';

type AskUnitFormProps = {
  title: string;
  questions: readonly string[];
  /** Width in px of the pane beside this form on wide screens. */
  sidePaneWidth: number;
};

/** Three suggested questions from the unit's sections, and a field for another; both lead to the playground. */
export function AskUnitForm({ title, questions, sidePaneWidth }: AskUnitFormProps) {
  const { t } = useTranslation('unit');
  const navigate = useNavigate();
  const [question, setQuestion] = useState('');
  const to = (text: string) => paths.playground({ question: text, index: [title] });
  // A clicked link asks the question; a copied link only fills it in.
  const state = { ask: true };
  return (
    <Box
      component="section"
      aria-label={t('ask.label')}
      sx={{
        ...stickToFoot,
        zIndex: 1,
        borderInlineStart: { md: 1 },
        display: 'grid',
        gap: 1.5,
        paddingBlock: { xs: 1, md: 2 },
        paddingInline: { xs: 2, md: 3 },
        bgcolor: 'background.paper',
        borderBlockStart: 1,
        borderColor: { xs: 'line.firm', md: 'line.firm' },
        marginInlineStart: { md: `${sidePaneWidth - 1}px` },
      }}
    >
      {questions.length === 0 ? null : (
        <PlainList
          aria-label={t('ask.suggestions')}
          sx={{
            display: 'flex',
            flexWrap: { xs: 'nowrap', md: 'wrap' },
            overflowX: { xs: 'auto', md: 'visible' },
            gap: 1,
          }}
        >
          {questions.slice(0, 3).map((suggestion) => (
            <li key={suggestion}>
              <Chip
                component={Link}
                to={to(suggestion)}
                state={state}
                clickable
                variant="outlined"
                label={<BidiText>{suggestion}</BidiText>}
              />
            </li>
          ))}
        </PlainList>
      )}
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') void navigate(to(question.trim()), { state });
        }}
        sx={{
          display: 'flex',
          alignItems: 'center',
          border: 1,
          borderColor: 'line.strong',
          borderRadius: 1,
          padding: 0.5,
          paddingInlineStart: 1.5,
          '&:focus-within': { borderColor: 'primary.main' },
        }}
      >
        <InputBase
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          placeholder={t('ask.placeholder')}
          inputProps={{
            'aria-label': t('ask.label'),
            dir: inputDirection(question),
            maxLength: QUESTION_LIMIT,
          }}
          sx={{ flex: 1, '& ::placeholder': { color: 'text.tertiary', opacity: 1 } }}
        />
        <IconButton
          type="submit"
          size="small"
          aria-label={t('ask.send')}
          disabled={question.trim() === ''}
          sx={{
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
            '&:hover': { bgcolor: 'primary.dark' },
            '&.Mui-disabled': { bgcolor: 'action.disabledBackground' },
          }}
        >
          <Send size={18} />
        </IconButton>
      </Box>
    </Box>
  );
}
