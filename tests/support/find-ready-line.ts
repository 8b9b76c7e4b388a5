import { screen } from '@testing-library/react';

/** The line of a unit's page that says from when the text is which answers; only ready units have the line alone. */
export const findReadyLine = () =>
  screen.findByText(/^Text from /u, { selector: '[role=status] time > [aria-hidden]' });
