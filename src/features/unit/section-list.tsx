import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { SectionNode } from './section-tree.ts';

type SectionListProps = {
  sections: readonly SectionNode[];
  current: SectionNode | undefined;
  onSection: (section: SectionNode) => void;
};

/** The headings of one source, indented as they lie; each leads to its passages. */
export function SectionList({ sections, current, onSection }: SectionListProps) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        marginInlineStart: 1,
        padding: 0,
        paddingInlineStart: 1,
        borderInlineStart: 1,
        borderColor: 'line.firm',
      }}
    >
      {sections.map((section) => {
        const here = section === current;
        return (
          <li key={`${section.firstOrdinal} ${section.depth}`}>
            <ListItemButton
              dense
              selected={here}
              aria-current={here ? 'true' : undefined}
              onClick={() => onSection(section)}
              sx={{
                gap: 1,
                borderRadius: 1,
                paddingBlock: 0.25,
                paddingInlineEnd: 1,
                paddingInlineStart: 1 + Math.min(section.depth, 5) * 2,
                color: here ? 'teal.ink' : 'text.primary',
                typography: 'body2',
                fontWeight: here ? 600 : 400,
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <BidiText>{section.heading === '' ? t('sources.noSections') : section.heading}</BidiText>
              </Box>
              <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
                {formats.number(section.passages)}
              </Typography>
            </ListItemButton>
          </li>
        );
      })}
    </Box>
  );
}
