import ChevronLeft from 'virtual:lucide/chevron-left';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from './bidi-text.tsx';
import { TextLink } from './link-button.tsx';
import { usePageListener } from './page-context.tsx';

export type PageFrameProps = {
  /** The page's heading and, with the product's name, the document's title. */
  title: string;
  /** The title comes from a person, so it takes its own direction. */
  titleIsUserContent?: boolean;
  /** Beside the title: a status chip. */
  badge?: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  /** The primary action, with a menu after it if needed. */
  action?: ReactNode;
  /** When the page's figures were last true. */
  asOf?: Date | number | undefined;
  /** The page above this one. */
  back?: { to: string; label: string } | undefined;
  /** Filters and search, under the title. */
  toolbar?: ReactNode;
  /** `padded` (default) gives the body the page's padding; `bare` lets it draw its own panes edge to edge. */
  body?: 'padded' | 'bare';
  /** Keeps the heading for assistive technology only: on narrow screens, or where the page has a head of its own. */
  hideTitle?: 'never' | 'phone' | 'always';
  children: ReactNode;
};

export const pagePadding = { xs: 2, md: 4 } as const;

/** Keeps a bar at the foot of the window, above the navigation that phones have there. */
export const stickToFoot = {
  position: 'sticky',
  bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
} as const;

type PageHeadProps = Pick<
  PageFrameProps,
  'title' | 'titleIsUserContent' | 'badge' | 'subtitle' | 'asOf' | 'back'
> & { ref: Ref<HTMLHeadingElement> };

/** The way back, the heading with its badge, and the lines below. */
function PageHead({ title, titleIsUserContent = false, badge, subtitle, asOf, back, ref }: PageHeadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const subtitleLines = [
    ...(subtitle === undefined ? [] : [subtitle]),
    ...(asOf === undefined ? [] : [t('asOf', { time: formats.time(asOf) })]),
  ];
  return (
    <Box sx={{ flex: { xs: '1 1 180px', sm: 1 }, minWidth: 0 }}>
      {back === undefined ? null : (
        <TextLink
          to={back.to}
          variant="body2"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, marginBlockEnd: 0.25 }}
        >
          <ChevronLeft size={16} />
          {back.label}
        </TextLink>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Typography variant="h1" ref={ref} tabIndex={-1} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {titleIsUserContent ? <BidiText>{title}</BidiText> : title}
        </Typography>
        {badge}
      </Box>
      {subtitleLines.map((line, index) => (
        <Typography
          key={index}
          component="div"
          variant="body2"
          sx={{ color: index === 0 && subtitle !== undefined ? 'text.secondary' : 'text.tertiary' }}
        >
          {line}
        </Typography>
      ))}
    </Box>
  );
}

/** A page: title, one primary action, a body, and a line that says when it was last true. */
export function PageFrame(props: PageFrameProps) {
  const { title, action, back, toolbar, body = 'padded', hideTitle = 'never', children } = props;
  const { t } = useTranslation();
  const onPageMount = usePageListener();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => onPageMount(title, heading.current), [onPageMount, title]);
  return (
    <>
      <title>{t('pageTitle', { page: title })}</title>
      <Box
        component="header"
        className={
          { never: undefined, phone: 'visually-hidden-on-phone', always: 'visually-hidden' }[hideTitle]
        }
        sx={{
          paddingInline: pagePadding,
          paddingBlockStart: { xs: 2, md: back === undefined ? 3 : 2 },
          paddingBlockEnd: 2,
          display: 'grid',
          gap: { xs: 1.5, md: 2 },
          borderBlockEnd: body === 'bare' ? 1 : 0,
          borderColor: 'line.soft',
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            rowGap: 1.5,
          }}
        >
          <PageHead {...props} ref={heading} />
          {action === undefined ? null : (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, flexShrink: { xs: 1, sm: 0 } }}>
              {action}
            </Box>
          )}
        </Box>
        {toolbar}
      </Box>
      {body === 'bare' ? (
        children
      ) : (
        <Box sx={{ paddingInline: pagePadding, paddingBlockEnd: { xs: 3, md: 4 } }}>{children}</Box>
      )}
    </>
  );
}
