import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { DocumentItem } from './document-item.tsx';
import { ListEnd } from './list-end.tsx';
import type { Run } from './run.ts';
import { unitOfDocument } from './unit-of-document.ts';
import type { DocumentWalk } from './use-document-walk.ts';
import type { Explained } from './use-explanation.ts';
import { explanationOf } from './use-explanation.ts';
import type { NamedUnit } from '#src/asking/use-named-units.ts';

type DocumentsPaneProps = {
  run: Run | undefined;
  units: readonly NamedUnit[];
  explained: Explained;
  walk: DocumentWalk;
};

/** The retrieved passages, best first, as the gateway ranked them. */
export function DocumentsPane({ run, units, explained, walk }: DocumentsPaneProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const headingId = useId();
  const { open, setOpen, current, setCurrent, idOf } = walk;
  const documents = run?.documents;
  const explanation = explanationOf(explained);
  const best = Math.max(...(documents ?? []).map(({ score }) => score), 0);
  const scale = best <= 1 ? 1 : best;
  const searched = units.map(({ unit }) => unit);
  const toggle = t(open ? 'documents.hide' : 'documents.show');
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        borderInlineStart: { xs: 0, lg: 1 },
        borderBlockStart: { xs: 1, lg: 0 },
        borderColor: { xs: 'line.firm', lg: 'line.firm' },
        bgcolor: 'background.paper',
        position: { lg: 'sticky' },
        top: { lg: 56 },
        height: { lg: 'calc(100dvh - 56px)' },
        overflowY: { lg: 'auto' },
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          position: { lg: 'sticky' },
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 56,
          paddingInline: { xs: 2, md: 3 },
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          bgcolor: 'background.paper',
        }}
      >
        <Typography id={headingId} variant="h3" component="h2">
          {t('documents.title')}
        </Typography>
        <Typography component="span" sx={{ color: 'text.tertiary', flex: 1 }}>
          {documents === undefined ? '' : formats.number(documents.length)}
        </Typography>
        {documents === undefined || documents.length === 0 ? null : (
          <>
            <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', lg: 'block' } }}>
              {t('documents.byScore')}
            </Typography>
            <IconButton
              size="small"
              aria-label={toggle}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              sx={{ display: { lg: 'none' } }}
            >
              {open ? <ChevronDown size={20} /> : <ChevronUp size={20} />}
            </IconButton>
          </>
        )}
      </Box>
      {documents === undefined ? (
        run?.phase === 'asking' ? (
          <Box sx={{ paddingInline: 3 }}>
            <SkeletonRows rows={4} height={112} bars={[0.4, 0.9, 0.7]} />
          </Box>
        ) : (
          <Typography sx={{ padding: { xs: 2, md: 3 }, color: 'text.tertiary' }}>
            {t('documents.before')}
          </Typography>
        )
      ) : documents.length === 0 ? (
        <Typography sx={{ padding: { xs: 2, md: 3 }, color: 'text.secondary' }}>
          {t('documents.none')}
        </Typography>
      ) : open ? (
        <>
          <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {documents.map((found, index) => (
              <DocumentItem
                key={idOf(index)}
                id={idOf(index)}
                rank={index + 1}
                document={found}
                best={scale}
                question={run?.asked.question ?? ''}
                current={index === current}
                explained={explained}
                unitId={unitOfDocument(found.metadata.file_id, searched)?.id}
                onCurrent={() => setCurrent(index)}
              />
            ))}
          </Box>
          {explanation === undefined ? null : <ListEnd explanation={explanation} />}
        </>
      ) : null}
    </Box>
  );
}
