import ChevronRight from 'virtual:lucide/chevron-right';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/ui/bidi-text.tsx';

type SectionPathProps = {
  /** The heading path, outermost first; or as the gateway sends it, joined by " › ". */
  path: string | readonly string[];
  /** Cuts a long title with an ellipsis in place of a second line. */
  truncate?: boolean;
};

const PATH_SEPARATOR = ' › ';
const GAP_PX = 6;

/**
 * Width in px that a parent keeps when space is short: some letters of the nearest parent, an ellipsis of the others.
 */
function minWidthOf(index: number, count: number): number {
  return index === count - 1 ? 40 : 34;
}

/** A section's place in its document: parents give way when the line is narrow, the leaf does not. */
export function SectionPath({ path, truncate = false }: SectionPathProps) {
  const { t } = useTranslation();
  const parts = (typeof path === 'string' ? path.split(PATH_SEPARATOR) : path).filter((part) => part !== '');
  const leaf = parts.at(-1);
  if (leaf === undefined) return null;
  const parents = parts.slice(0, -1);
  const reservedWidth = parents.reduce(
    (sum, _, index) => sum + minWidthOf(index, parents.length) + GAP_PX,
    0,
  );
  return (
    <Box
      role="group"
      aria-label={t('sectionPath')}
      title={parts.join(PATH_SEPARATOR)}
      sx={{ display: 'flex', alignItems: 'center', gap: `${GAP_PX}px`, minWidth: 0, typography: 'body2' }}
    >
      {parents.map((parent, index) => (
        // A heading path may repeat a heading; its place is its identity.
        <Box
          key={index}
          component="span"
          // The outermost gives way first: it is the document's own title more often than not.
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: `${GAP_PX}px`,
            minWidth: minWidthOf(index, parents.length),
            flexShrink: 100 ** (parents.length - 1 - index),
          }}
        >
          <Box
            component="bdi"
            dir="auto"
            sx={{
              color: 'text.secondary',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {parent}
          </Box>
          <ChevronRight size={14} />
        </Box>
      ))}
      <Box
        component="span"
        sx={{
          fontWeight: 600,
          flexShrink: 0,
          maxWidth: `calc(100% - ${reservedWidth}px)`,
          ...(truncate ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {}),
        }}
      >
        <BidiText>{leaf}</BidiText>
      </Box>
    </Box>
  );
}
