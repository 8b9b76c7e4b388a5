import type { SxProps, Theme } from '@mui/material/styles';

/** Hairlines between rows and none between columns; the checkboxes stand on the page's own edge. */
export const gridStyles: SxProps<Theme> = {
  border: 0,
  borderRadius: 0,
  bgcolor: 'background.paper',
  paddingInline: '20px',
  '--DataGrid-rowBorderColor': 'transparent',
  '--DataGrid-t-color-border-base': 'transparent',
  '& .MuiDataGrid-columnHeaders, & .MuiDataGrid-columnHeader, & .MuiDataGrid-filler': {
    bgcolor: 'background.paper',
  },
  '& .MuiDataGrid-columnHeaderTitle': { fontSize: '0.8125rem', fontWeight: 600, color: 'text.secondary' },
  '& .MuiDataGrid-columnHeader:not(.MuiDataGrid-columnHeaderCheckbox)': { paddingInline: '12px' },
  '& .MuiDataGrid-cellCheckbox, & .MuiDataGrid-columnHeaderCheckbox': { paddingInline: 0 },
  '& .MuiDataGrid-columnSeparator': { display: 'none' },
  '& .MuiDataGrid-columnHeaders': { borderBlockEnd: 1, borderColor: 'line.firm' },
  '& .MuiDataGrid-cell': {
    display: 'flex',
    alignItems: 'center',
    borderBlockStart: 0,
    borderBlockEnd: 1,
    borderColor: 'line.soft',
    paddingInline: '12px',
    fontSize: '0.9375rem',
    lineHeight: 'normal',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .MuiDataGrid-cell:focus-within, & .MuiDataGrid-columnHeader:focus-within': { outlineOffset: '-2px' },
  '& .MuiDataGrid-row:hover': { bgcolor: 'background.hover' },
  '& .MuiDataGrid-row.Mui-selected, & .MuiDataGrid-row.Mui-selected:hover': { bgcolor: 'teal.wash' },
};
